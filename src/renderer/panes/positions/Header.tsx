/** Unrealised gain of all open positions. */

import { formatGain } from '#shared/text/numbers.ts';
import { listPositions, markOf, sumPositions } from '../../domain/positions.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

export function Header() {
  const positions = useFeed([feedKey.account], (mirror) => listPositions(mirror.account()?.positions ?? []));
  const keys = [feedKey.account, feedKey.catalogue, ...new Set(positions.map((one) => feedKey.book(one.market)))];
  const totals = useFeed(keys, (mirror) =>
    sumPositions(positions, (position) => {
      const market = mirror.catalogue()?.markets.find((one) => one.market === position.market) ?? null;
      return markOf(position.outcome, market, mirror.book(position.market));
    }),
  );
  if (positions.length === 0) return null;
  const tone = totals.unrealized > 0n ? 'yes' : totals.unrealized < 0n ? 'no' : '';
  return (
    <span className="dim" title={totals.isWhole ? undefined : 'Some positions have no mark or no average'}>
      Open P&amp;L <span className={`mono ${tone}`}>{formatGain(totals.unrealized)}</span>
      {totals.isWhole ? '' : ' in part'}
    </span>
  );
}
