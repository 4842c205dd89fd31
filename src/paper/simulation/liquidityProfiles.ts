/** Liquidity profiles: makers, takers and volatility of each market tier. Units: see makers.ts and takers.ts. */
import type { Tier } from './eventPlan.ts';
import type { MakerProfile } from './makers.ts';
import type { TakerProfile } from './takers.ts';

export interface LiquidityProfile {
  readonly makers: number;
  readonly actsPerMille: number;
  readonly maker: MakerProfile;
  readonly taker: TakerProfile;
  /** Deviation of one second of opinion, in millionths of latent. */
  readonly secondDeviation: number;
  readonly minuteShares: number;
}

export const LIQUIDITY_PROFILES: Readonly<Record<Tier, LiquidityProfile>> = {
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

/** Varies the parameters of each maker. */
export function varyMaker(profile: MakerProfile, at: number): MakerProfile {
  return {
    ...profile,
    size: Math.round(profile.size * (1 + 0.6 * at)),
    halfSpread: Math.round(profile.halfSpread * (1 + 0.35 * at)),
  };
}
