import { describe, expect, it } from 'vitest';
import type { LeftReason } from '#shared/order/exits/progress.ts';
import type { MoveOutcome } from '#shared/order/move.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { FLATTEN_BLOCKS, formatLeg, MOVE_OUTCOMES, MOVE_REFUSALS, STOP_REASONS } from '#shared/text/exits/exits.ts';
import { parseOrderId } from '#shared/units/ids.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';

const shares = parseShares('70');
const filledMeanwhile = parseShares('30');
const words = (outcome: MoveOutcome): string => formatCoded(MOVE_OUTCOMES, outcome);

describe('the words of a move', () => {
  it('say what filled at the old price', () => {
    expect(words({ code: 'moved', parameters: { shares, filledMeanwhile, orderId: null } })).toBe(
      '30 filled at the old price first, 70 moved',
    );
    expect(words({ code: 'moved', parameters: { shares, filledMeanwhile: parseShares('0'), orderId: null } })).toBe(
      '70 now rest at the new price',
    );
  });

  it('say that the old order is gone where the new one was refused, and why', () => {
    const denials = [{ code: 'disarmed', parameters: {} }] as const;
    const receipt = { outcome: 'denied', orderId: null, denials } as const;
    const text = words({ code: 'newRefused', parameters: { shares, filledMeanwhile, receipt } });
    expect(text).toMatch(/^The old order is gone and 70 were not placed: /);
    expect(text).toMatch(/30 had filled at the old price$/);
  });

  it('never say that the old order is gone while that is not proved', () => {
    for (const text of [
      words({ code: 'cancelNotProved', parameters: { reason: null } }),
      words({ code: 'stopped', parameters: { by: 'panic' } }),
    ]) {
      expect(text).toMatch(/nothing was placed/i);
      expect(text).not.toMatch(/is gone/);
    }
  });

  it('say after a restart what was cancelled, what was placed and what was not', () => {
    const old = { orderId: parseOrderId('7'), at: 'cancelled', filled: parseShares('30') } as const;
    const parameters = { old, filledMeanwhile, rest: shares, placed: null };
    expect(words({ code: 'programStopped', parameters })).toBe(
      'The program stopped meanwhile, and nothing goes on by itself. Old order 7: cancelled, 30 filled meanwhile. New order of 70: not placed',
    );
    const placed = { orderId: null, at: 'unknown', filled: parseShares('0') } as const;
    expect(words({ code: 'programStopped', parameters: { ...parameters, placed } })).toMatch(
      /New order: outcome not known yet$/,
    );
  });

  it('are sentences that a list can show', () => {
    for (const text of Object.values(MOVE_REFUSALS)) expect(text).toMatch(/^[A-Z]/);
    for (const text of Object.values(STOP_REASONS)) expect(text).toMatch(/^[a-z]/);
  });
});

describe('the words of a flatten', () => {
  const toExit = parseShares('25');
  const leg = (exited: string, left: LeftReason | null) => formatLeg({ toExit, exited: parseShares(exited), left });

  it('say what is left and why', () => {
    expect(leg('25', null)).toBe('Flat: 25 exited');
    expect(leg('10', { code: 'noTakers', parameters: { worst: parsePrice('0.55') } })).toBe(
      '10 of 25 exited, 15 left: nobody took it within 0.55',
    );
    const ids = [parseOrderId('7'), parseOrderId('8')];
    expect(leg('0', { code: 'cancelNotProved', parameters: { orderIds: ids } })).toBe(
      '0 of 25 exited, 25 left: the cancel of orders 7, 8 is not proved, so nothing further was placed',
    );
  });

  it('exist for every block', () => {
    for (const text of Object.values(FLATTEN_BLOCKS)) expect(text).toMatch(/^[A-Z]/);
  });
});
