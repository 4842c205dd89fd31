/** Lines above and over the rows of a ladder: market and outcome, column heads, what the market's state means. */

import { type Market, phaseOf, timeToClose } from '#shared/market/market.ts';
import type { Side } from '#shared/market/outcome.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import { findDoubtfulStatus, findOwnStatus, formatOutcome } from '#shared/text/markets/markets.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { useStrip } from '../../domain/account/positionStrip.ts';
import type { Trust } from '../../domain/markets/bookTrust.ts';
import { marketName, useMarket, useMarketTitle, useTick } from '../../domain/markets/markets.ts';
import { nameOutcomeFirst } from '../../domain/markets/outcomes.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useTimed } from '../../ui/clock.ts';
import { PositionStrip } from '../../ui/marks/PositionStrip.tsx';
import { TrustMark } from '../../ui/marks/TrustMark.tsx';
import { Empty } from '../../ui/parts.tsx';
import type { Columns } from './canvas/layout.ts';
import { volumeSetting } from './state.ts';
import { VOLUME_LABELS, VOLUME_WINDOWS, type VolumeWindow } from './volume.ts';

export function NameLine(props: {
  readonly market: MarketId;
  readonly side: Side;
  readonly spread: string;
  readonly trust: Trust;
}) {
  const { market: id, side } = props;
  const market = useMarket(id);
  const title = useMarketTitle(id);
  const tick = useTick();
  const outcome = nameOutcomeFirst(market, side);
  const status = market && findDoubtfulStatus(market, Date.now() + (feed.clockOffsetMs() ?? 0));
  const secondsLeft = useTimed(500, (nowMs) => countDown(market, nowMs + (feed.clockOffsetMs() ?? 0)));
  return (
    <div
      className="ladder-name"
      title={LADDER_PANE_LABELS.outcomeAndTick(title, outcome, formatTickPrice(tick, tickDecimals(tick)))}
    >
      <strong data-testid="ladder-market">{market ? marketName(market) : id}</strong>
      <span className={side}>{outcome}</span>
      {status === null ? null : (
        <span className="ladder-status" title={LADDER_PANE_LABELS.statusCastsDoubt(status)}>
          {status}
        </span>
      )}
      {secondsLeft === null ? null : (
        <span className="ladder-closing" title={LADDER_PANE_LABELS.tradingEndsIn(secondsLeft)}>
          closes {secondsLeft} s
        </span>
      )}
      <span className="mono ladder-spread" title={LADDER_PANE_LABELS.bestAskMinusBestBid}>
        {props.spread}
      </span>
      <TrustMark trust={props.trust} />
    </div>
  );
}

/** Whole seconds of the last minute before the close, else null. */
function countDown(market: Market | null, exchangeTimeMs: number): number | null {
  const leftMs = market === null ? null : timeToClose(market, exchangeTimeMs);
  return leftMs === null ? null : Math.ceil(leftMs / 1_000);
}

/** What is held here and what watches it, or why that is not known. */
export function Position({ market }: { readonly market: MarketId }) {
  const strip = useStrip(market);
  const absence = useAbsence('positions');
  // Without a wallet nothing can be held; behind a locked vault it is only not known.
  const hasWallet = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.vault !== 'absent');
  if (strip === null) return null;
  return (
    <div className="ladder-holding" data-testid="ladder-holding">
      <PositionStrip
        strip={strip}
        form="rows"
        absence={hasWallet ? absence : null}
        onOpen={() => openPane('conditionals')}
      />
    </div>
  );
}

/** Heads above the columns; their edges are the canvas's. */
export function Head(props: {
  readonly columns: Columns | null;
  /** From when on the traded volume is known; null where it is whole. */
  readonly volumeSinceMs: number | null;
}) {
  const { columns, volumeSinceMs } = props;
  const [volume, setVolume] = usePaneValue(volumeSetting);
  if (columns === null) return <div className="ladder-head" />;
  const at = (left: number, right: number) => ({ left, width: Math.max(0, right - left) });
  return (
    <div className="ladder-head">
      {columns.chance > 0 ? (
        <span style={at(0, columns.chance)} title={LADDER_PANE_LABELS.clickPreparesClose(RESULT_TITLES.atRow)}>
          P&amp;L
        </span>
      ) : null}
      {columns.ownBid > columns.chance ? (
        <span style={at(columns.chance, columns.ownBid)} title={LADDER_PANE_LABELS.probabilityThatPriceImplies}>
          %
        </span>
      ) : null}
      <span style={at(columns.ownBid, columns.price)}>Bid</span>
      <span className="centre" style={at(columns.price, columns.ask)}>
        Price
      </span>
      <span style={at(columns.ask, columns.askText + columns.pad)}>Ask</span>
      {columns.traded < columns.right ? (
        <select
          style={at(columns.traded, columns.right)}
          aria-label={LADDER_PANE_LABELS.timeOfTradedVolume}
          title={describeVolume(volume, volumeSinceMs)}
          value={volume}
          onChange={(event) => setVolume(VOLUME_WINDOWS.find((one) => one === event.target.value) ?? 'watched')}
        >
          {VOLUME_WINDOWS.map((one) => (
            <option key={one} value={one}>
              {VOLUME_LABELS[one]}
            </option>
          ))}
        </select>
      ) : null}
    </div>
  );
}

function describeVolume(volume: VolumeWindow, sinceMs: number | null): string {
  if (volume === 'watched') return 'Traded at each price since the market was first watched';
  const known = sinceMs === null ? '' : `; trades are known since ${formatTime(sinceMs)}`;
  return `Traded at each price in the last ${volume === '1h' ? 'hour' : volume.replace('m', ' minutes')}${known}`;
}

/** Why nothing trades, and what becomes of a position. */
function describeEnd(
  market: Market,
  phase: Exclude<ReturnType<typeof phaseOf>, 'trading'>,
): { what: string; how: string } {
  switch (phase) {
    case 'notOpen':
      return { what: 'This market does not trade yet.', how: 'No order can be placed.' };
    case 'closed': {
      const status = findOwnStatus(market);
      const word = status === null ? '' : ` The exchange’s status is “${status}”.`;
      return { what: 'This market is closed.', how: `No order can be placed. Its result is not published yet.${word}` };
    }
    case 'resolved': {
      const outcome = formatOutcome(market, phase, (side) => nameOutcomeFirst(market, side));
      return {
        what: `This market is resolved: ${outcome}.`,
        how: 'Each contract of the winning outcome pays 1.00. Positions shows what yours pay.',
      };
    }
    case 'voided':
      return {
        what: 'This market was voided.',
        how: 'Each contract of either outcome pays 0.50 (assumed). Positions shows what yours pay.',
      };
  }
}

/** Says over the rows why no order can rest here, or that the book is empty. */
export function MarketNotice(props: { readonly market: MarketId; readonly isEmpty: boolean }) {
  const market = useMarket(props.market);
  const phase = useTimed(1_000, (nowMs) =>
    market === null ? 'trading' : phaseOf(market, nowMs + (feed.clockOffsetMs() ?? 0)),
  );
  if (phase === 'trading' && !props.isEmpty) return null;
  return (
    <div className="ladder-none">
      {phase === 'trading' || market === null ? (
        <Empty what={LADDER_PANE_LABELS.thisBookIsEmpty} how={LADDER_PANE_LABELS.clickPriceToPlaceFirst} />
      ) : (
        <Empty {...describeEnd(market, phase)} />
      )}
    </div>
  );
}
