/** Which functions of the page and of main take processor time, and which allocate, while both run. */
import { Session } from 'node:inspector/promises';
import type { CDPSession, Page } from 'playwright-core';

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber?: number;
}

interface ProfileNode {
  readonly callFrame: CallFrame;
  readonly hitCount?: number | undefined;
}

interface HeapNode {
  readonly callFrame: CallFrame;
  readonly selfSize: number;
  readonly children: readonly HeapNode[];
}

const nameOf = ({ functionName, url, lineNumber, columnNumber = 0 }: CallFrame): string =>
  `${functionName || '(anonymous)'} ${url.split('/').at(-1) ?? ''}:${lineNumber}:${columnNumber}`;

function listShares(sums: ReadonlyMap<string, number>, format: (value: number, all: number) => string): string[] {
  const all = [...sums.values()].reduce((sum, value) => sum + value, 0);
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 45)
    .map(([name, value]) => `${format(value, all)} ${name}`);
}

function listTimes(nodes: readonly ProfileNode[]): string[] {
  const hits = new Map<string, number>();
  for (const { callFrame, hitCount = 0 } of nodes) {
    const name = nameOf(callFrame);
    hits.set(name, (hits.get(name) ?? 0) + hitCount);
  }
  return listShares(hits, (value, all) => `${((value * 100) / all).toFixed(1)} %`);
}

function listAllocations(head: HeapNode, seconds: number): string[] {
  const sizes = new Map<string, number>();
  const visit = ({ callFrame, selfSize, children }: HeapNode): void => {
    const name = nameOf(callFrame);
    sizes.set(name, (sizes.get(name) ?? 0) + selfSize);
    children.forEach(visit);
  };
  visit(head);
  const sum = [...sizes.values()].reduce((total, size) => total + size, 0);
  return [
    `${(sum / seconds / 1_048_576).toFixed(2)} MB/s in all`,
    ...listShares(sizes, (value) => `${(value / seconds / 1_024).toFixed(0)} kB/s`),
  ];
}

const SAMPLING = {
  samplingInterval: 16_384,
  includeObjectsCollectedByMajorGC: true,
  includeObjectsCollectedByMinorGC: true,
};

/** Profiles both for `ms`: processor time, then allocation. */
export async function readCosts(page: Page, ms: number): Promise<Readonly<Record<string, readonly string[]>>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const own = new Session();
  own.connect();
  const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  await session.send('Profiler.enable');
  await own.post('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 500 });
  await session.send('Profiler.start');
  await own.post('Profiler.start');
  await pass();
  const inPage = await session.send('Profiler.stop');
  const inMain = await own.post('Profiler.stop');
  await session.send('HeapProfiler.enable');
  await own.post('HeapProfiler.enable');
  await session.send('HeapProfiler.startSampling', SAMPLING);
  await own.post('HeapProfiler.startSampling', SAMPLING);
  await pass();
  const pageHeap = await session.send('HeapProfiler.stopSampling');
  const mainHeap = await own.post('HeapProfiler.stopSampling');
  await session.detach();
  own.disconnect();
  return {
    'page, processor time': listTimes(inPage.profile.nodes),
    'main, processor time': listTimes(inMain.profile.nodes),
    'page, allocation': listAllocations(pageHeap.profile.head as HeapNode, ms / 1_000),
    'main, allocation': listAllocations(mainHeap.profile.head as unknown as HeapNode, ms / 1_000),
  };
}
