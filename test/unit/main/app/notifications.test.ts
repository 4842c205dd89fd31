import { expect, it } from 'vitest';
import { createNotifier } from '#main/app/notifications.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import { ID, STOP } from '#test/unit/shared/order/conditional/makers.ts';

const FILL = {
  code: 'fill',
  parameters: { side: 'yes', direction: 'buy', price: 600_000, shares: 5_000_000, atMs: 0 },
} as const;
const entry: AlertLogEntry = {
  seq: 1,
  alertId: 'a',
  market: 'm',
  atMs: 0,
  fact: FILL,
  gap: null,
  repeats: 0,
  isMuted: false,
};

function openBench() {
  const sent: string[] = [];
  const state = { nowMs: 0, isOn: true, showsAmounts: false, isLocked: false };
  const { noteAlert: notify, noteConditional } = createNotifier({
    shell: { notify: (title, body) => void sent.push(`${title}: ${body}`) },
    now: () => state.nowMs,
    preference: () => state,
    isLocked: () => state.isLocked,
    titleOf: () => 'Rain\u202e',
  });
  return { sent, state, notify, noteConditional };
}

it('says what fired without amounts, unless they are asked for and the vault is open', () => {
  const { sent, state, notify } = openBench();
  notify(entry);
  state.showsAmounts = true;
  notify(entry);
  state.isLocked = true;
  notify(entry);
  state.isOn = false;
  notify(entry);
  expect(sent).toEqual([
    'Rain\\u202e: An order was filled',
    'Rain\\u202e: Filled: buy Yes 5 at 0.60',
    'Rain\\u202e: An order was filled',
  ]);
});

it('is bounded, and counts what it left out', () => {
  const { sent, state, notify } = openBench();
  for (let count = 0; count < 8; count += 1) notify(entry);
  expect(sent).toHaveLength(5);
  state.nowMs = 10_000;
  notify(entry);
  expect(sent.at(-1)).toBe('Rain\\u202e: An order was filled (and 3 more)');
});

it('says what a conditional order did and what stops it, within the same limits', () => {
  const { sent, state, noteConditional } = openBench();
  const locked = { code: 'waiting', parameters: { reason: { code: 'locked', parameters: {} } } } as const;
  noteConditional({ id: ID, terms: STOP, notice: locked });
  noteConditional({ id: ID, terms: STOP, notice: { code: 'goesOn', parameters: {} } });
  expect(sent).toEqual([expect.stringContaining('Stop: does nothing while the keys are locked')]);
  state.isOn = false;
  noteConditional({ id: ID, terms: STOP, notice: locked });
  expect(sent).toHaveLength(1);
});
