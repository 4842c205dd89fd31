/**
 * What is held in the ladder's market: size, average price and break-even price of each outcome.
 *
 * Units       Prices in the terms of the held outcome.
 */
import type { Side } from '#shared/market/outcome.ts';
import { inYesTerms } from '#shared/market/outcome.ts';
import type { Position } from '#shared/order/account.ts';
import { averageOfPosition, breakEvenPrice, type LedgerPosition } from '#shared/order/ledger.ts';
import { formatContracts, formatTickPrice, formatWholeContracts } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { Shares } from '#shared/units/shares.ts';

/** 10,000 contracts. */
const WHOLE_FROM = 10_000_000_000;

export interface Holding {
  readonly side: Side;
  readonly shares: Shares;
  /** Null where it is not known. */
  readonly average: Price | null;
  /** The price at which selling everything pays back cost and fees; null where the fills are not known or no price does. */
  readonly breakEven: Price | null;
}

/** The larger one first. */
export function readHoldings(
  positions: readonly Position[],
  ledger: readonly LedgerPosition[],
  feeRateMicros: number,
): readonly Holding[] {
  return positions
    .filter(({ quantity }) => quantity > 0)
    .map(({ outcome, quantity, averagePrice }) => {
      const line = ledger.find((one) => one.side === outcome && one.open === quantity) ?? null;
      return {
        side: outcome,
        shares: quantity,
        average: line === null ? averagePrice : averageOfPosition(line),
        breakEven: line === null ? null : breakEvenPrice(line, feeRateMicros),
      };
    })
    .sort((a, b) => b.shares - a.shares);
}

/** Prices of the larger holding's marks in YES terms. */
export function marksOf(holdings: readonly Holding[]): { average: number | null; breakEven: number | null } {
  const [main] = holdings;
  const yes = (price: Price | null | undefined): number | null =>
    main === undefined || price == null ? null : inYesTerms(main.side, price);
  return { average: yes(main?.average), breakEven: yes(main?.breakEven) };
}

/** '120 yes · average 0.3300 · even 0.3366'; both outcomes by their sizes and the net one. */
export function formatHoldings(holdings: readonly Holding[], decimals: number): string {
  const [main, other] = holdings;
  if (main === undefined) return 'No position';
  // Of a large holding the parts of a contract are in the title alone: the break-even price comes before them.
  const size = ({ shares, side }: Holding): string =>
    `${shares < WHOLE_FROM ? formatContracts(shares) : formatWholeContracts(shares)} ${side}`;
  if (other !== undefined) {
    const net = main.shares - other.shares;
    return `${size(main)}, ${size(other)} · net ${net === 0 ? '0' : `${formatContracts(net)} ${main.side}`}`;
  }
  return [size(main), ...formatPrices(main, decimals)].join(' · ');
}

/** Each holding with its prices, one a line. */
export function describeHoldings(holdings: readonly Holding[], decimals: number): string {
  const lines = holdings.map((holding) =>
    [`${formatContracts(holding.shares)} ${holding.side}`, ...formatPrices(holding, decimals)].join(', '),
  );
  return lines.length === 0
    ? 'Nothing is held in this market'
    : [...lines, 'Even: selling at this price pays back cost and fees'].join('\n');
}

function formatPrices({ average, breakEven }: Holding, decimals: number): string[] {
  const at = (name: string, price: Price | null): string[] =>
    price === null ? [] : [`${name} ${formatTickPrice(price, decimals + 2)}`];
  return [...at('avg', average), ...at('even', breakEven)];
}
