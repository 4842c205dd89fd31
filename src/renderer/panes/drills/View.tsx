/** Troubles to train with: what each teaches, what to look at, and a button that makes it happen on the embedded exchange. */

import { useEffect, useState } from 'react';
import type { DrillKind } from '#shared/ipc/drills.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from '../../act/bridge.ts';
import { useNetwork } from '../../act/network.ts';
import { createPaneState, usePaneValue } from '../../domain/panes.ts';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import './drills.css';
import { beginRunning, type DrillRow, listRows, type Running, tellLength } from './model.ts';

const runningDrill = createPaneState<Running | null>('runningDrill', null);

export function View() {
  const network = useNetwork();
  const [running, setRunning] = usePaneValue(runningDrill);
  const now = useNow(running === null ? null : 250);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (running !== null && now >= running.endsAtMs) setRunning(null);
  }, [running, now, setRunning]);

  if (network === null) return null;
  if (network !== 'paper') {
    return <Empty what="Drills are for the embedded exchange" how="No other exchange fails on purpose." />;
  }
  const start = async (kind: DrillKind): Promise<void> => {
    setBusy(true);
    const result = await act('drill.start', { kind });
    setBusy(false);
    if (result.ok) setRunning(beginRunning(kind, Date.now()));
    else useOverlay.getState().notify('bad', 'The drill did not start', formatBridgeError(result.error));
  };
  const stop = async (): Promise<void> => {
    setBusy(true);
    const result = await act('drill.stop', {});
    setBusy(false);
    if (result.ok) setRunning(null);
    else useOverlay.getState().notify('bad', 'The drill did not stop', formatBridgeError(result.error));
  };
  return (
    <ul className="drills scroll" aria-label="Drills">
      {listRows(running, now).map((row) => (
        <Row key={row.kind} row={row} isBusy={isBusy} start={() => void start(row.kind)} stop={() => void stop()} />
      ))}
    </ul>
  );
}

function Row(props: {
  readonly row: DrillRow;
  readonly isBusy: boolean;
  readonly start: () => void;
  readonly stop: () => void;
}) {
  const { row, isBusy } = props;
  const isRunning = row.secondsLeft !== null;
  return (
    <li className={isRunning ? 'drills-row running' : 'drills-row'}>
      <div>
        <div className="drills-title">{row.title}</div>
        {isRunning ? (
          // The countdown is for the eye; a screen reader hears once that the drill runs.
          <div className="mine">
            <span role="status">Running</span>
            <span className="mono" aria-hidden="true">
              {' '}
              · {row.secondsLeft} s
            </span>
          </div>
        ) : (
          <div className="secondary">{tellLength(row)}</div>
        )}
      </div>
      <p>{row.lesson}</p>
      <p className="secondary">{row.watch}</p>
      {isRunning ? (
        <button
          type="button"
          className="button small"
          aria-label={`Stop: ${row.title}`}
          disabled={isBusy}
          onClick={props.stop}
        >
          Stop
        </button>
      ) : (
        <button
          type="button"
          className="button small"
          aria-label={`Start: ${row.title}`}
          disabled={isBusy}
          onClick={props.start}
        >
          Start
        </button>
      )}
    </li>
  );
}
