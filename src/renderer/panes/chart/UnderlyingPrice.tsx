/** Price of the underlying and the target of the market, with the age of the price where it is not live. */
import type { Market } from '#shared/market/market.ts';
import { evaluateTick } from '../../domain/markets/bookTrust.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { formatTrust } from '../../ui/marks/TrustMark.tsx';
import { formatTarget, formatUnderlying } from './underlying.ts';

export function UnderlyingPrice(props: { readonly symbol: string; readonly market: Market | null }) {
  const now = useNow(500);
  const tick = useFeed([feedKey.tick(props.symbol)], (mirror) => mirror.tick(props.symbol));
  const trust = evaluateTick(tick, feed.lastFrameAtMs(), Math.max(now, tick?.provedAtMs ?? 0));
  const target = formatTarget(props.market);
  const isOld = trust.at === 'quiet' || trust.at === 'stale';
  return (
    <span
      className={isOld ? 'underlying old' : 'underlying'}
      data-testid="chart-underlying"
      title={trust.reason ?? undefined}
    >
      {formatUnderlying(props.symbol, tick?.tick?.price ?? null)}
      {isOld ? <span className="underlying-age"> · {formatTrust(trust)}</span> : null}
      {target ? <span className="dim"> · target {target}</span> : null}
    </span>
  );
}
