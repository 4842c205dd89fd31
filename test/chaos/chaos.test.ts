/** Two hundred intents through every kind of fault: at the end trader and exchange agree in everything. */
import { expect, test } from 'vitest';
import { runChaos } from '../../tools/chaos/run.ts';

test('agrees with the exchange after faults, kills and restarts', async () => {
  const result = await runChaos({ orders: 200, seed: 7, factor: 25 });
  expect([result.differences[0]?.what ?? null, ...result.timeLine]).toEqual([null]);
  expect(result.asked).toBe(200);
  expect(result.exchangeOrders).toBeGreaterThan(30);
  const armed = Object.entries(result.outcomes).filter(([name]) => name.startsWith('armed '));
  expect(armed.length).toBeGreaterThan(3);
});
