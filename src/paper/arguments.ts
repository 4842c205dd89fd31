/** What the paper exchange may be told on its command line. Errors: UnitError on anything else. */
import { parseArgs } from 'node:util';
import { UnitError } from '#shared/units/errors.ts';
import { parseInteger } from '#shared/units/numbers.ts';

export interface PaperArguments {
  /** Started by the terminal: token asked for, port told over the parent's channel. */
  readonly embedded: boolean;
  readonly port: number;
  readonly seed: number;
  readonly speed: number;
}

const LARGEST_SEED = 4_294_967_295;

export function parsePaperArguments(args: readonly string[]): PaperArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      embedded: { type: 'boolean', default: false },
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '7' },
      speed: { type: 'string', default: '1' },
    },
  });
  return {
    embedded: values.embedded,
    port: readBetween('port', values.port, 0, 65_535),
    seed: readBetween('seed', values.seed, 0, LARGEST_SEED),
    speed: readBetween('speed', values.speed, 1, 1_000),
  };
}

function readBetween(name: string, text: string, least: number, most: number): number {
  const value = parseInteger(text);
  if (value < least || value > most) throw new UnitError(`--${name} from ${least} to ${most}`, text);
  return value;
}
