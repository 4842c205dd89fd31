import { describe, expect, it } from 'vitest';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';
import { DENIALS, formatDenial, formatDenials } from '#shared/text/orders/denials.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

describe('words of denials', () => {
  it('give the valid prices beside an invalid one', () => {
    const parameters = { tick: DEFAULT_TICK, found: parsePrice('0.615') };
    expect(formatDenial({ code: 'badPrice', parameters })).toBe(
      'Price must be a multiple of 0.01 from 0.01 to 0.99, found 0.615',
    );
    expect(formatDenial({ code: 'badPrice', parameters: { tick: DEFAULT_TICK, found: null } })).toBe(
      'Price must be a number between 0 and 1',
    );
  });

  it('name the limit, its value, the value found and by how much', () => {
    const [allowed, found, by] = [parseUsd('5'), parseUsd('30.5'), parseUsd('25.5')];
    expect(formatDenial({ code: 'limit', parameters: { limit: 'orderGivenAway', allowed, found, by } })).toBe(
      'Given away by one order: at most 5.00, with this order 30.50, 25.50 too much',
    );
    expect(formatDenial({ code: 'limit', parameters: { limit: 'exitBudget', allowed: 25n, found: 20n, by: 5n } })).toBe(
      'Order budget for exits: at least 25%, with this order 20%, 5% too little',
    );
  });

  it('distinguish an amount that is too small from one that is not known', () => {
    const needed = parseUsd('61.4758');
    expect(DENIALS.balance({ needed, available: parseUsd('61') })).toBe(
      'Needs 61.48 with the fee reserve, free are 61.00',
    );
    const fine = parseUsd('57504.145548');
    expect(DENIALS.balance({ needed: parseUsd('561666.25665'), available: fine })).toBe(
      'Needs 561,666.26 with the fee reserve, free are 57,504.14',
    );
    expect(DENIALS.balance({ needed, available: null })).toContain('not known yet');
    const requested = parseShares('51');
    expect(DENIALS.sellable({ requested, sellable: parseShares('50') })).toBe('You can sell 50, not 51');
    expect(DENIALS.sellable({ requested, sellable: null })).toContain('not known yet');
    expect(DENIALS.setupRequired({ gap: 'reading' })).toContain('has not been read yet');
    expect(DENIALS.setupRequired({ gap: 'calls' })).toContain('Finish the wallet setup');
  });

  it('say that nothing was sent when an error stopped the order', () => {
    const failure = { code: 'unreachable', parameters: { fault: 'timeout' } } as const;
    for (const code of ['walletUnreadable', 'clockNotMeasured'] as const) {
      expect(DENIALS[code]({ failure })).toMatch(/^Nothing was sent: .* The exchange does not answer in time$/);
    }
    for (const code of ['pinNotSaved', 'signingFailed', 'journalFailed', 'walletUnsettled'] as const) {
      expect(DENIALS[code]({})).toMatch(/^Nothing was sent: /);
    }
    expect(DENIALS.rateLimited({ waitMs: 1_001 })).toContain('for 2 s');
    expect(DENIALS.walletMismatch({ refusal: { code: 'oneToken', parameters: {} } })).toContain('one token');
  });

  it('form one line for several denials', () => {
    const readOnly = { code: 'readOnly', parameters: { reason: { code: 'otherOwner', parameters: {} } } } as const;
    expect(formatDenials([{ code: 'disarmed', parameters: {} }, readOnly])).toBe(
      'Arm trading first. Read-only: the key in the vault does not own this wallet',
    );
  });
});
