/** Foot of a ladder: what a click does and what else can be done at the price, in full at every width. */

import { isTrading } from '#shared/market/market.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Draft } from '../../act/draft.ts';
import { useReadinessCode } from '../../domain/account/readiness.ts';
import { useMarket } from '../../domain/markets/markets.ts';
import { readOrderBlock } from '../../domain/orders/orderBlock.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow, useTimed } from '../../ui/clock.ts';
import { buildIdleHint, type Hint } from './hint.ts';

export function Foot(props: {
  readonly market: MarketId;
  readonly hint: Hint | null;
  readonly draft: Draft;
  readonly isLive: boolean;
}) {
  const market = useMarket(props.market);
  const isOpen = useTimed(1_000, (nowMs) => market === null || isTrading(market, nowMs + (feed.clockOffsetMs() ?? 0)));
  const readiness = useReadinessCode();
  const isAccountLive = useFeedValue([feedKey.account], (mirror) => mirror.account()?.at === 'live');
  const isBlocked = useFeedValue([feedKey.health], (mirror) => readOrderBlock(mirror, Date.now()) > 0);
  const now = useNow(isBlocked ? 500 : null);
  const blockedMs = isBlocked ? readOrderBlock(feed, now) : 0;
  const obstacles = { isTrading: isOpen, isLive: props.isLive, isAccountLive, blockedMs };
  const { text, more, tone } = props.hint ?? buildIdleHint(readiness, obstacles, props.draft);
  return (
    <div className={`ladder-foot ${tone}`} data-testid="ladder-hint" title={more === null ? text : `${text}\n${more}`}>
      <span className="does">{text}</span>
      {more === null ? null : <span className="more">{more}</span>}
    </div>
  );
}
