import { expect, it } from 'vitest';
import { formatDifferences } from '#shared/text/account/ledger.ts';
import { parsePrice } from '#shared/units/price.ts';
import { parseShares } from '#shared/units/shares.ts';
import { parseUsd } from '#shared/units/usd.ts';

it('gives both figures and the cause, one line per difference', () => {
  expect(
    formatDifferences([
      {
        code: 'quantity',
        parameters: { fromFills: parseShares('50'), fromExchange: parseShares('1200'), cause: 'historyIncomplete' },
      },
      {
        code: 'averagePrice',
        parameters: { fromFills: parsePrice('0.4'), fromExchange: parsePrice('0.4048'), cause: 'feesIncluded' },
      },
      {
        code: 'realizedPnl',
        parameters: { fromFills: parseUsd('5'), fromExchange: parseUsd('-4.5'), cause: 'unexplained' },
      },
    ]),
  ).toBe(
    [
      'Quantity: 50 by fills, 1,200 at the exchange (not all fills are known)',
      'Average: 0.40 by fills, 0.4048 at the exchange (the exchange’s figure includes fees)',
      'Realised before fees: +5.00 by fills, −4.50 at the exchange (not explained)',
    ].join('\n'),
  );
});
