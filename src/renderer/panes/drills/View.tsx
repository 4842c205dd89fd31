/** Drills pane: faults of the embedded exchange with lesson, observation and start button. */

import { useEffect, useState } from 'react';
import type { DrillKind } from '#shared/ipc/drills.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { DRILLS_PANE_LABELS } from '#shared/text/drillsPaneLabels.ts';
import { act } from '../../act/bridge.ts';
import { useNetwork } from '../../act/network.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { createPaneState, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import './drills.css';
import { beginRunning, type DrillRow, formatLength, listRows, type Running } from './model.ts';

const runningDrill = createPaneState<Running | null>('runningDrill', null);

/** Subtitle of the pane. */
export function Header() {
  return <span className="secondary">{DRILLS_PANE_LABELS.faultSimulator}</span>;
}

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
    return (
      <Empty what={DRILLS_PANE_LABELS.drillsNeedEmbeddedExchange} how={DRILLS_PANE_LABELS.theyInjectFaultsWhich} />
    );
  }
  const start = async (kind: DrillKind): Promise<void> => {
    setBusy(true);
    const result = await act('drill.start', { kind });
    setBusy(false);
    if (result.ok) {
      setRunning(beginRunning(kind, Date.now()));
      useOverlay.getState().endAttempt('drill');
    } else
      useOverlay
        .getState()
        .notify('bad', 'The drill did not start', formatBridgeError(result.error), attemptOf('drill'));
  };
  const stop = async (): Promise<void> => {
    setBusy(true);
    const result = await act('drill.stop', {});
    setBusy(false);
    if (result.ok) {
      setRunning(null);
      useOverlay.getState().endAttempt('drill');
    } else
      useOverlay
        .getState()
        .notify('bad', 'The drill did not stop', formatBridgeError(result.error), attemptOf('drill'));
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
          // The countdown is visual; a screen reader announces the start only.
          <div className="mine">
            <span role="status">Running</span>
            <span className="mono" aria-hidden="true">
              {' '}
              · {row.secondsLeft} s
            </span>
          </div>
        ) : (
          <div className="secondary">{formatLength(row)}</div>
        )}
      </div>
      <p>{row.lesson}</p>
      <p className="secondary">{row.watch}</p>
      {isRunning ? (
        <button
          type="button"
          className="button small"
          aria-label={DRILLS_PANE_LABELS.stop(row.title)}
          disabled={isBusy}
          onClick={props.stop}
        >
          Stop
        </button>
      ) : (
        <button
          type="button"
          className="button small"
          aria-label={DRILLS_PANE_LABELS.start(row.title)}
          disabled={isBusy}
          onClick={props.start}
        >
          Start
        </button>
      )}
    </li>
  );
}
