import { expect, it } from 'vitest';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import { MARKET, makeTrade } from '#test/slice/makers.ts';

it('inserts a trade that was read late by its time', () => {
  const mirror = openMirror(openFrameClock(() => undefined));
  const send = (fromSeq: number, ...times: readonly number[]): void => {
    const trades = times.map((atMs, at) => makeTrade(`${fromSeq + at}`, { exchangeTimeMs: atMs }));
    mirror.applyFrame({
      seq: fromSeq,
      sentAtMs: 0,
      clockOffsetMs: null,
      tapes: [{ market: MARKET, fromSeq, trades, lost: 0 }],
    });
  };
  send(0, 10, 20, 20);
  send(3, 40, 30);
  send(5, 5, 40);
  expect(mirror.tape(MARKET)?.trades.map((trade) => trade.id)).toEqual(['6', '3', '4', '2', '1', '0', '5']);
});
