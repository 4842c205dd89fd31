/** Markets that a window shows without a list, such as those of its panes: main sends their names, prices and states. */
import { useEffect } from 'react';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';

/** As many as main keeps for a window. */
const MOST = 256;

let kept: readonly MarketId[] = [];

/** Keeps these markets instead of those before. */
export function useKeptMarkets(markets: readonly MarketId[]): void {
  const text = [...new Set(markets)].slice(0, MOST).join(' ');
  useEffect(() => {
    kept = text === '' ? [] : (text.split(' ') as MarketId[]);
    void act('feed.keep', { markets: [...kept] });
  }, [text]);
}

/** Those of the kept markets that the exchange does not list; empty while nobody can tell. */
export async function findUnlisted(): Promise<ReadonlySet<MarketId>> {
  const answer = await act('feed.keep', { markets: [...kept] });
  return new Set(answer.ok ? answer.value.unlisted : []);
}
