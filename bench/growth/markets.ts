/**
 * Growth of the market list: main's market data over HTTP against the embedded exchange, each in a process of its own.
 *
 * Units       Milliseconds from the opening of market data; processor time, memory and blocks are those of its process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { buildFigures, type Measured } from '../row.ts';
import { nameGrowth } from './law.ts';
import type { MarketFigures } from './marketsProcess.ts';
import type { MeasureGrowth } from './measure.ts';

const NODE = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
const ADDRESS = /http:\/\/127\.0\.0\.1:(\d+)/;

export const measureMarkets: MeasureGrowth = async (count) => {
  const exchange = run('../../src/cli/paper.ts', ['--markets', `${count}`]);
  try {
    const port = await find(exchange, ADDRESS);
    const text = await find(run('./marketsProcess.ts', [port]), /^(\{.*\})$/m);
    const figures = JSON.parse(text) as MarketFigures;
    const row = (what: string, unit: string, figure: number): Measured =>
      buildFigures(nameGrowth(`markets, ${what}`, count), unit, [figure]);
    return [
      row('first live book', 'ms', figures.bookMs),
      row('main processor to the first book', 'ms', figures.bookProcessorMs),
      row('whole list', 'ms', figures.listMs),
      row('main RSS', 'MB', figures.rssBytes / 1e6),
      row('longest block of main after the start', 'ms', figures.blockMs),
      row('frames of a new page', 'kB', figures.frameBytes / 1e3),
      row('a key in the search, main and frame', 'ms', figures.keyMs),
    ];
  } finally {
    exchange.kill();
  }
};

function run(file: string, args: readonly string[]): ChildProcess {
  const path = new URL(file, import.meta.url).pathname;
  return spawn(process.execPath, [...NODE, path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The first group of the first match in what the process prints. */
function find(child: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`Expected ${pattern} from a process, found: ${text.slice(-500)}`)));
  });
}
