/** How thick and how lively the markets of each tier are. Units: see makers.ts and takers.ts. */
import type { Tier } from './catalogue.ts';
import type { MakerStyle } from './makers.ts';
import type { TakerStyle } from './takers.ts';

export interface Style {
  readonly makers: number;
  readonly actsPerMille: number;
  readonly maker: MakerStyle;
  readonly taker: TakerStyle;
  /** Deviation of one second of opinion, in millionths of latent. */
  readonly secondDeviation: number;
  readonly minuteShares: number;
}

export const STYLES: Readonly<Record<Tier, Style>> = {
  busy: {
    makers: 3,
    actsPerMille: 150,
    maker: { depth: 16, size: 260, halfSpread: 3_500, error: 2_200, density: 800_000 },
    taker: { arrivals: 260, scale: 100 },
    secondDeviation: 2_400,
    minuteShares: 1_400,
  },
  mid: {
    makers: 2,
    actsPerMille: 60,
    maker: { depth: 12, size: 120, halfSpread: 9_000, error: 3_000, density: 700_000 },
    taker: { arrivals: 70, scale: 60 },
    secondDeviation: 1_500,
    minuteShares: 240,
  },
  thin: {
    makers: 1,
    actsPerMille: 20,
    maker: { depth: 8, size: 45, halfSpread: 17_000, error: 3_000, density: 550_000 },
    taker: { arrivals: 16, scale: 35 },
    secondDeviation: 1_100,
    minuteShares: 30,
  },
};

/** No two makers are alike. */
export function stretchMaker(style: MakerStyle, at: number): MakerStyle {
  return {
    ...style,
    size: Math.round(style.size * (1 + 0.6 * at)),
    halfSpread: Math.round(style.halfSpread * (1 + 0.35 * at)),
  };
}
