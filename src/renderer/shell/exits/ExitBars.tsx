/** Bars under the top bar: flattens that run or have just ended, and the report of a panic. */
import { useState } from 'react';
import type { FlattenView, LegView } from '#shared/order/exits/progress.ts';
import { formatLeg } from '#shared/text/exits.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { useExits } from '../../domain/exits.ts';
import { marketName, NO_MARKETS } from '../../domain/markets.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import './exits.css';

const STEPS: { readonly [A in Exclude<LegView['at'], 'ended'>]: string } = {
  checking: 'checking',
  cancelling: 'waiting for the cancels',
  placing: 'placing',
  working: 'order is on the book',
  waiting: 'waiting for the book or the account',
};

const NO_FLATTENS: readonly FlattenView[] = [];

export function ExitBars() {
  const flattens = useFeed([feedKey.account], (mirror) => {
    const exits = mirror.account()?.exits;
    return exits === undefined ? NO_FLATTENS : exits.filter((one): one is FlattenView => one.kind === 'flatten');
  });
  const [dismissed, setDismissed] = useState<ReadonlySet<IntentId>>(new Set());
  const visible = flattens.filter((one) => !dismissed.has(one.flattenId));
  return (
    <>
      <PanicBar />
      {visible.map((one) => (
        <FlattenBar
          key={one.flattenId}
          flatten={one}
          onDismiss={() => setDismissed((before) => new Set([...before, one.flattenId]))}
        />
      ))}
    </>
  );
}

function FlattenBar(props: { readonly flatten: FlattenView; readonly onDismiss: () => void }) {
  const { flattenId, legs, endedAtMs } = props.flatten;
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const nameOf = ({ market }: LegView): string => {
    const listed = markets.find((one) => one.market === market);
    return listed ? marketName(listed) : market;
  };
  const hasLeft = legs.some(({ left }) => left !== null);
  const isRunning = endedAtMs === null;
  return (
    <section
      className={`exits-bar ${hasLeft ? 'warn' : ''}`}
      aria-label="Flatten"
      role={hasLeft ? 'alert' : 'status'}
      data-testid="flatten-bar"
    >
      <strong>{isRunning ? 'Flattening' : 'Flatten ended'}</strong>
      {legs.map((leg) => (
        <span key={leg.market}>
          {nameOf(leg)} <span className={leg.side}>{leg.side}</span>:{' '}
          {leg.at === 'ended'
            ? formatLeg(leg)
            : `${formatContracts(leg.exited)} of ${formatContracts(leg.toExit)}, ${STEPS[leg.at]}`}
        </span>
      ))}
      {isRunning ? (
        <button type="button" className="button small" onClick={() => void act('exit.stopFlatten', { flattenId })}>
          Stop
        </button>
      ) : (
        <button type="button" className="button quiet small" onClick={props.onDismiss}>
          Dismiss
        </button>
      )}
    </section>
  );
}

function PanicBar() {
  const panic = useExits((state) => state.panic);
  if (panic === null) return null;
  if (panic.at === 'running') {
    return (
      <section className="exits-bar warn" aria-label="Panic" role="status" data-testid="panic-bar">
        <strong>Panic</strong> <span>Disarmed. Cancelling every order…</span>
      </section>
    );
  }
  const { tone, title, detail, unproved } = panic.report;
  return (
    <section className={`exits-bar ${tone}`} aria-label="Panic" role="alert" data-testid="panic-bar">
      <strong>{title}</strong> <span>{detail}</span>
      <button type="button" className="button quiet small" onClick={() => useExits.setState({ panic: null })}>
        Dismiss
      </button>
      {unproved.length === 0 ? null : (
        <>
          <strong>Not proved:</strong>
          <ul>
            {unproved.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
