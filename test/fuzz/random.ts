/** Seeded random generator, so that a seed reproduces a run; not for secrets. */
export interface Random {
  /** An integer from 0 to `below` − 1. */
  next(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(outOf: number): boolean;
}

export function openRandom(seed: number): Random {
  let state = seed >>> 0;
  const step = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = (below: number): number => Math.floor((step() / 4_294_967_296) * below);
  return { next, pick: (items) => items[next(items.length)]!, chance: (outOf) => next(outOf) === 0 };
}
