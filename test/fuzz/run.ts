/**
 * Fuzzer of the wire's parsers: mutated and invented texts.
 *
 * Invariants  A text gives a value or a WireError with a path. A value contains no NaN, no infinity and no unsafe money.
 */
import { WireError } from '#wire/messages/wireError.ts';
import { invent, mutate } from './mutate.ts';
import { openRandom } from './random.ts';
import { TARGETS } from './targets.ts';

export interface TargetCount {
  readonly name: string;
  inputs: number;
  mutations: number;
  values: number;
  refusals: number;
}

export interface FuzzResult {
  readonly counts: readonly TargetCount[];
  readonly slowestMs: number;
  readonly slowest: string;
  /** What broke the rule: the target, the input's beginning and what happened. */
  readonly faults: readonly string[];
}

const MOST_FAULTS = 20;

export function fuzz(inputs: number, seed: number): FuzzResult {
  const random = openRandom(seed);
  const everySeed = TARGETS.flatMap((target) => target.seeds);
  const counts: TargetCount[] = TARGETS.map(({ name }) => ({ name, inputs: 0, mutations: 0, values: 0, refusals: 0 }));
  const faults: string[] = [];
  let slowestMs = 0;
  let slowest = '';

  const feed = (index: number, text: string): void => {
    const target = TARGETS[index]!;
    const count = counts[index]!;
    count.inputs += 1;
    const startMs = performance.now();
    const fault = (what: string): void => {
      if (faults.length < MOST_FAULTS)
        faults.push(`${target.name}: ${what} from ${JSON.stringify(text.slice(0, 300))}`);
    };
    try {
      const odd = findOdd(target.read(text));
      count.values += 1;
      if (odd !== null) fault(odd);
    } catch (error) {
      count.refusals += 1;
      if (!(error instanceof WireError)) fault(`threw ${String(error)}`);
      else if (error.path === '' || error.expected === '' || error.message.length > 1_000)
        fault(`said ${error.message.slice(0, 200)}`);
    }
    const tookMs = performance.now() - startMs;
    if (tookMs > slowestMs) {
      slowestMs = tookMs;
      slowest = `${target.name}, ${text.length} characters`;
    }
  };

  TARGETS.forEach((target, index) => {
    for (const text of target.seeds) {
      feed(index, text);
      if (counts[index]!.refusals > 0) faults.push(`${target.name}: a valid text was refused`);
    }
  });
  for (let count = 0; count < inputs; count += 1) {
    const index = count % TARGETS.length;
    const target = TARGETS[index]!;
    if (random.chance(8)) feed(index, invent(random));
    else {
      counts[index]!.mutations += 1;
      feed(index, mutate(random.pick(target.seeds), everySeed, random));
    }
  }
  if (Object.keys(Object.prototype).length > 0) faults.push('Object.prototype was changed');
  return { counts, slowestMs, slowest, faults };
}

/** The first forbidden part of a parsed value, or null. */
function findOdd(value: unknown, depth = 0): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : `the number ${value}`;
  if (typeof value !== 'object' || value === null) return null;
  if (depth > 12) return 'a value too deep';
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'number' && /price|shares|volume|quantity|sellable/i.test(name) && !isReal(value)) {
      if (!Number.isSafeInteger(inner)) return `${name} ${inner}, which is no whole number of millionths`;
    }
    const odd = findOdd(inner, depth + 1);
    if (odd !== null) return odd;
  }
  return null;
}

/** Ticks of an underlying are floats for drawing. */
function isReal(value: object): boolean {
  return 'bucketSeconds' in value;
}
