/** Renders again when one of many books changes, at a bounded rate. */
import { useEffect, useState } from 'react';
import type { MarketId } from '#shared/units/ids.ts';
import { feed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';

/** Ten times a second: prices of many outcomes are compared, not traded within a frame. */
const RENDER_EVERY_MS = 100;

export function useBooks(markets: readonly MarketId[]): void {
  const [, setVersion] = useState(0);
  const joined = markets.join('\n');
  useEffect(() => {
    let timer: number | null = null;
    const render = (): void => {
      timer = null;
      setVersion((version) => version + 1);
    };
    const keys = joined === '' ? [] : joined.split('\n').map((market) => feedKey.book(market as MarketId));
    const stop = feed.clock.subscribe(keys, () => {
      timer ??= window.setTimeout(render, RENDER_EVERY_MS);
    });
    return () => {
      stop();
      if (timer !== null) window.clearTimeout(timer);
    };
  }, [joined]);
}
