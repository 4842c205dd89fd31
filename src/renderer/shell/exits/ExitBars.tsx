/** Bars under the top bar: flattens that run or have just ended, moves that a restart interrupted, and the report of a panic. */
import type { ExitView, FlattenView, LegView, MoveView } from '#shared/order/exits/progress.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatLeg, MOVE_OUTCOMES } from '#shared/text/exits.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
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

const NO_EXITS: readonly ExitView[] = [];

export function ExitBars() {
  const exits = useFeed([feedKey.account], (mirror) => mirror.account()?.exits ?? NO_EXITS);
  return (
    <>
      <PanicBar />
      {exits.map((one) => {
        if (one.kind === 'flatten') return <FlattenBar key={one.flattenId} flatten={one} />;
        return isInterrupted(one) ? <MoveBar key={one.moveId} move={one} /> : null;
      })}
    </>
  );
}

/** Other moves report to where they were asked for. */
function isInterrupted({ state }: MoveView): boolean {
  return state.at === 'ended' && state.outcome.code === 'programStopped';
}

function DismissButton({ exitId }: { readonly exitId: IntentId }) {
  return (
    <button type="button" className="button quiet small" onClick={() => void act('exit.dismiss', { exitId })}>
      Dismiss
    </button>
  );
}

function useMarketName(): (market: MarketId) => string {
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  return (market) => {
    const listed = markets.find((one) => one.market === market);
    return listed ? marketName(listed) : market;
  };
}

function MoveBar({ move }: { readonly move: MoveView }) {
  const nameOf = useMarketName();
  if (move.state.at !== 'ended') return null;
  const { moveId, market, side, direction, from, to, shares } = move;
  return (
    <section className="exits-bar warn" aria-label="Move interrupted" role="alert" data-testid="move-bar">
      <strong>Move interrupted</strong>
      <span>
        {nameOf(market)}: {direction} {formatContracts(shares)} <span className={side}>{side}</span> from{' '}
        {formatTickPrice(from)} to {formatTickPrice(to)}. {formatCoded(MOVE_OUTCOMES, move.state.outcome)}
      </span>
      <DismissButton exitId={moveId} />
    </section>
  );
}

function FlattenBar({ flatten: { flattenId, legs, endedAtMs } }: { readonly flatten: FlattenView }) {
  const nameOf = useMarketName();
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
          {nameOf(leg.market)} <span className={leg.side}>{leg.side}</span>:{' '}
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
        <DismissButton exitId={flattenId} />
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
