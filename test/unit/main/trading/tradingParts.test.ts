import { expect, it } from 'vitest';
import { openTradingParts } from '#main/trading/tradingParts.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

function openParts() {
  const { options, exchange, clock } = openTradingBench();
  const calls = { changed: 0, disarmed: 0 };
  const parts = openTradingParts(options, {
    isArmed: () => true,
    disarm: () => {
      calls.disarmed += 1;
    },
    onChange: () => {
      calls.changed += 1;
    },
  });
  return { parts, calls, exchange, clock };
}

it('reports each change to trading at once, and all changes of a turn to listeners once', async () => {
  const { parts, calls, clock } = openParts();
  calls.changed = 0;
  let reported = 0;
  parts.changes.on(() => {
    reported += 1;
  });
  parts.change();
  parts.change();
  expect([calls.changed, reported]).toEqual([2, 0]);
  await clock.advance(1);
  expect(reported).toBe(1);
  parts.close();
});

it('disarms before a panic requests anything', async () => {
  const { parts, calls, clock } = openParts();
  const panicking = parts.exits.panic();
  expect(calls.disarmed).toBe(1);
  await clock.advance(60_000);
  await panicking;
  parts.close();
});

it('shares one read of the account between orders that end within a second, and reads nothing once closed', async () => {
  const { parts, exchange, clock } = openParts();
  exchange.calls.length = 0;
  parts.reconcileSoon();
  parts.reconcileSoon();
  await clock.advance(1_000);
  expect(exchange.calls.filter((call) => call === 'balances')).toHaveLength(1);
  parts.close();
  exchange.calls.length = 0;
  parts.reconcileSoon();
  await clock.advance(60_000);
  expect(exchange.calls).toEqual([]);
});
