/**
 * Horizontal levels that a person draws: per chart and market, saved with the layout.
 *
 * Units       Prices in millionths, in YES terms, so that a level stays where it is in either view.
 * Invariants  At most 20 levels of a market and 40 markets; the market whose levels changed longest ago makes room.
 */
import { MICROS } from '#shared/units/micros.ts';

export interface Level {
  readonly id: number;
  readonly price: number;
  /** May be empty. */
  readonly label: string;
}

/** By market; the market that changed last is the last one. */
export type Levels = Readonly<Record<string, readonly Level[]>>;

export const MAX_LEVELS = 20;
export const MAX_LABEL = 40;
const MAX_MARKETS = 40;

/** Null for a saved value that is not a list of levels. */
export function parseLevels(saved: unknown): Levels | null {
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return null;
  const entries = Object.entries(saved);
  if (entries.length > MAX_MARKETS) return null;
  return entries.every(([, levels]) => Array.isArray(levels) && levels.length <= MAX_LEVELS && levels.every(isLevel))
    ? (saved as Levels)
    : null;
}

function isLevel(saved: unknown): saved is Level {
  if (typeof saved !== 'object' || saved === null) return false;
  const { id, price, label } = saved as Record<string, unknown>;
  return Number.isInteger(id) && isInside(price) && typeof label === 'string' && label.length <= MAX_LABEL;
}

function isInside(price: unknown): boolean {
  return Number.isInteger(price) && (price as number) > 0 && (price as number) < MICROS;
}

export function levelsOf(levels: Levels, market: string): readonly Level[] {
  return levels[market] ?? [];
}

/** The same levels where the market has as many as it may. */
export function addLevel(levels: Levels, market: string, price: number, label = ''): Levels {
  const old = levelsOf(levels, market);
  if (old.length >= MAX_LEVELS) return levels;
  const id = Math.max(0, ...old.map((level) => level.id)) + 1;
  return withMarket(levels, market, [...old, { id, price, label }]);
}

export function changeLevel(
  levels: Levels,
  market: string,
  id: number,
  part: Partial<Pick<Level, 'price' | 'label'>>,
): Levels {
  const changed = levelsOf(levels, market).map((level) => (level.id === id ? { ...level, ...part } : level));
  return withMarket(levels, market, changed);
}

export function removeLevel(levels: Levels, market: string, id: number): Levels {
  return withMarket(
    levels,
    market,
    levelsOf(levels, market).filter((level) => level.id !== id),
  );
}

export function clearLevels(levels: Levels, market: string): Levels {
  return withMarket(levels, market, []);
}

function withMarket(all: Levels, market: string, levels: readonly Level[]): Levels {
  const { [market]: _old, ...others } = all;
  if (levels.length === 0) return others;
  const kept = Object.entries(others).slice(1 - MAX_MARKETS);
  return { ...Object.fromEntries(kept), [market]: levels };
}
