/** Command line of the paper exchange. Errors: UnitError on unknown or malformed options. */
import { parseArgs } from 'node:util';
import { UnitError } from '#shared/units/errors.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { DirectionField } from './server/members/placement.ts';
import { MOST_UNTRADED } from './simulation/untraded.ts';

export interface PaperArguments {
  /** Started by the terminal: requests need a token, the port goes over the parent's channel. */
  readonly embedded: boolean;
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
  /** Seconds of the exchange's wall clock in a real one: limits, nonces and faults run that fast too. */
  readonly factor: number;
  /** Folder for persistent state; null: in memory. */
  readonly data: string | null;
  /** Markets listed at the start, untraded ones beside the simulated; null: the simulated ones alone. */
  readonly markets: number | null;
  /** Refuses repeated and falling nonces. */
  readonly strict: boolean;
  /** How an order of a custodial member says its direction; null: as usual. */
  readonly direction: DirectionField | null;
  /** File of a fault plan. */
  readonly faults: string | null;
  /** Start of the market's time, Unix ms; null: now. */
  readonly atMs: number | null;
  /** Exchange time to simulate and hash, in ms; null: serve. */
  readonly digestMs: number | null;
  /** Number of random actions for checking the engine; null: serve. */
  readonly actions: number | null;
  /** Everything is settled on a local EVM too. */
  readonly chain: boolean;
}

const LARGEST_SEED = 4_294_967_295;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export function parsePaperArguments(args: readonly string[]): PaperArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      embedded: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '7' },
      speed: { type: 'string', default: '1' },
      factor: { type: 'string', default: '1' },
      data: { type: 'string' },
      markets: { type: 'string' },
      strict: { type: 'boolean', default: false },
      direction: { type: 'string' },
      faults: { type: 'string' },
      at: { type: 'string' },
      digest: { type: 'string' },
      check: { type: 'string' },
      chain: { type: 'boolean', default: false },
    },
  });
  if (values.chain) refuseBesideChain(values);
  return {
    embedded: values.embedded,
    port: readBetween('port', values.port, 0, 65_535),
    seed: readBetween('seed', values.seed, 0, LARGEST_SEED),
    speed: readBetween('speed', values.speed, 1, 1_000),
    factor: readBetween('factor', values.factor, 1, 1_000),
    data: values.data ?? null,
    markets: values.markets === undefined ? null : readBetween('markets', values.markets, 1, MOST_UNTRADED),
    strict: values.strict,
    direction: values.direction === undefined ? null : readDirectionField(values.direction),
    faults: values.faults ?? null,
    atMs: values.at === undefined ? null : readTime(values.at),
    digestMs: values.digest === undefined ? null : readDuration(values.digest),
    actions: values.check === undefined ? null : readBetween('check', values.check, 1, 100_000_000),
    chain: values.chain,
  };
}

function readDirectionField(text: string): DirectionField {
  const [, name, buy, sell] = /^(\w+),([\w-]+),([\w-]+)$/.exec(text) ?? [];
  if (name === undefined || buy === undefined || sell === undefined || buy === sell) {
    throw new UnitError('--direction FIELD,BUY,SELL, such as direction,buy,sell', text);
  }
  return { name, buy, sell };
}

/** A chain lives as long as the exchange, and on the clock of this machine. */
function refuseBesideChain(values: Readonly<Record<string, unknown>>): void {
  const refused = ['embedded', 'data', 'faults', 'at', 'digest', 'check'].find(
    (name) => values[name] !== undefined && values[name] !== false,
  );
  if (refused !== undefined) throw new UnitError('--chain alone or with --port, --seed or --speed', `--${refused}`);
  if (values.factor !== '1') throw new UnitError('--chain on the clock of this machine', '--factor');
}

function readBetween(name: string, text: string, least: number, most: number): number {
  const value = parseInteger(text);
  if (value < least || value > most) throw new UnitError(`--${name} from ${least} to ${most}`, text);
  return value;
}

/** ISO 8601 with a zone. */
function readTime(text: string): number {
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new UnitError('--at like 2026-01-05T12:00:00Z', text);
  return atMs;
}

/** '90s', '10m', '2h'. */
function readDuration(text: string): number {
  const match = /^(\d{1,6})([smh])$/.exec(text);
  if (!match || /^0+$/.test(match[1]!)) throw new UnitError('--digest like 90s, 10m or 2h', text);
  return parseInteger(match[1]!) * UNITS[match[2]!]!;
}
