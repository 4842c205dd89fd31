/** A flood on the built terminal: changes of all listed markets, all of which main watches and sends, while one is on screen. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { PARTS, type Part, readMemory, readSeconds } from '../idle/processes.ts';
import { pass } from '../measure.ts';
import { readPercentiles, watchMarkets } from '../rows/pixel.ts';
import { openAtSpeed } from '../soak/terminal.ts';
import { openPageMeter, type PageFigures } from './pageMeter.ts';
import { type StageTimes, type StageWatch, watchStages } from './stages.ts';

const SECOND = 1_000;
/** Starting costs more than running: what was drawn meanwhile is no figure of a day. */
const SETTLE_MS = 15_000;

export interface FloodOptions {
  /** Changes a second over all markets, at least. */
  readonly rate: number;
  readonly ms: number;
  print(line: string): void;
  /** While the flood goes on, after everything was measured. */
  readonly meanwhile?: (page: Page) => Promise<void>;
}

export interface Flood {
  readonly changesPerSecond: number;
  readonly markets: number;
  /** As in Health: of the newest `count` screen frames. */
  readonly percentiles: Awaited<ReturnType<typeof readPercentiles>>;
  readonly times: StageTimes;
  readonly figures: PageFigures;
  readonly memoryBefore: ReturnType<typeof readMemory>;
  readonly memoryAfter: ReturnType<typeof readMemory>;
  /** Shares of one core. */
  readonly shares: Readonly<Record<Part, number>>;
  readonly seconds: number;
}

export async function measureFlood({ rate, ms, print, meanwhile }: FloodOptions): Promise<Flood> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'adyton-pixel-'));
  let stages: StageWatch | undefined;
  const { page, published, close } = await openAtSpeed({
    dataFolder,
    seed: 7,
    speed: 1,
    rate,
    wrap(shell) {
      stages = watchStages(shell);
      return stages.shell;
    },
    print,
    onError(text) {
      throw new Error(`Expected no error of the terminal, found ${text}`);
    },
  });
  await stages!.start(page);
  await page.getByRole('tab', { name: 'Health' }).click();
  await pass(SETTLE_MS);
  const memoryBefore = readMemory(process.pid);
  const markets = stages!.markets();
  await watchMarkets(page, markets);
  const meter = await openPageMeter(page);
  await stages!.read(page);
  const [used, made, startMs] = [readSeconds(process.pid), published(), performance.now()];
  await pass(ms);
  const seconds = (performance.now() - startMs) / SECOND;
  const usedAfter = readSeconds(process.pid);
  const flood: Flood = {
    changesPerSecond: (published() - made) / seconds,
    markets: markets.length,
    figures: await meter.read(),
    times: await stages!.read(page),
    memoryBefore,
    memoryAfter: readMemory(process.pid),
    percentiles: await readPercentiles(page),
    shares: Object.fromEntries(
      PARTS.map((part) => [part, (usedAfter[part] - used[part]) / seconds]),
    ) as Flood['shares'],
    seconds,
  };
  await meanwhile?.(page);
  await close();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  return flood;
}

const MEGABYTE = 1_048_576;
const at = (list: readonly number[], share: number): string =>
  (list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1] ?? 0).toFixed(1);
const describe = (name: string, list: readonly number[]): string =>
  `| ${name} | ${[0.5, 0.95, 0.99].map((share) => at(list, share)).join(' | ')} |`;
const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** The split of the way as a table, and what the flood costs. */
export function describeFlood(flood: Flood): readonly string[] {
  const { changesPerSecond, markets, percentiles, times, figures, memoryBefore, memoryAfter, shares, seconds } = flood;
  return [
    '| part of the way, ms | 50 % | 95 % | 99 % |\n| --- | --- | --- | --- |',
    ...Object.entries(times.stages).map(([stage, list]) => describe(stage, list)),
    describe('together', times.together),
    '',
    `${changesPerSecond.toFixed(0)} changes a second over ${markets} markets; Health: ${percentiles.ms.join(' · ')} ms`,
    `${(times.frames / seconds).toFixed(0)} frames of main a second, ${(times.bytes / times.frames / 1_024).toFixed(1)} kB each`,
    `${figures.framesPerSecond.toFixed(0)} screen frames a second, ${figures.longTasks} long tasks`,
    `Garbage of the page ${megabytes(figures.garbagePerSecond)} MB/s, ${figures.collections} collections`,
    `Share of a core, %: ${PARTS.map((part) => `${part} ${(shares[part] * 100).toFixed(0)}`).join(' · ')}`,
    `Memory before and after: RSS ${megabytes(memoryBefore.rss)} and ${megabytes(memoryAfter.rss)} MB, PSS ${megabytes(memoryBefore.pss)} and ${megabytes(memoryAfter.pss)} MB`,
  ];
}
