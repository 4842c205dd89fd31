/**
 * What the page and the main process keep, each after a collection of garbage.
 *
 * Units       Bytes for heaps; entries of maps and sets, and items of arrays, for lists.
 * Source      docs/measurements.md#soak
 */
import { Session } from 'node:inspector/promises';
import type { CDPSession, Page } from 'playwright-core';
import { readMemory } from '../idle/processes.ts';
import type { Limit } from './growth.ts';

const MEGABYTE = 1_048_576;

/** What is measured, with the growth that the day's orders, fills and candles explain. */
export const QUANTITIES = {
  'all processes: memory (PSS)': { allowance: 20 * MEGABYTE, share: 0.02 },
  'page: heap': { allowance: 3 * MEGABYTE, share: 0.1 },
  'page: DOM nodes': { allowance: 400, share: 0.15 },
  'page: listeners': { allowance: 150, share: 0.15 },
  'page: entries of maps': { allowance: 1_000, share: 0.15 },
  'page: entries of sets': { allowance: 500, share: 0.15 },
  'page: items of arrays': { allowance: 20_000, share: 0.15 },
  'main: heap': { allowance: 5 * MEGABYTE, share: 0.1 },
  'main: entries of maps': { allowance: 3_000, share: 0.15 },
  'main: entries of sets': { allowance: 1_500, share: 0.15 },
  'main: items of arrays': { allowance: 40_000, share: 0.15 },
} as const satisfies Readonly<Record<string, Limit>>;

export type Quantity = keyof typeof QUANTITIES;
export type Sample = Readonly<Record<Quantity, number>>;

/** The two protocol calls that both inspectors have. */
interface Inspector {
  evaluate(expression: string): Promise<string>;
  query(prototypeId: string): Promise<string>;
  call(objectId: string, declaration: string): Promise<number>;
  release(): Promise<void>;
}

/** Sums sizes; an object that only inherits from the prototype has none. */
const sumOf = (size: 'size' | 'length'): string =>
  `function () { let sum = 0; for (const one of this) try { sum += one.${size}; } catch {} return sum; }`;

const SIZES = {
  maps: ['Map.prototype', sumOf('size')],
  sets: ['Set.prototype', sumOf('size')],
  arrays: ['Array.prototype', sumOf('length')],
} as const;

async function count(inspector: Inspector, kind: keyof typeof SIZES): Promise<number> {
  const [prototype, declaration] = SIZES[kind];
  const found = await inspector.query(await inspector.evaluate(prototype));
  const sum = await inspector.call(found, declaration);
  await inspector.release();
  return sum;
}

const GROUP = 'soak';

function inspectPage(session: CDPSession): Inspector {
  return {
    evaluate: async (expression) =>
      (await session.send('Runtime.evaluate', { expression, objectGroup: GROUP })).result.objectId!,
    query: async (prototypeObjectId) =>
      (await session.send('Runtime.queryObjects', { prototypeObjectId, objectGroup: GROUP })).objects.objectId!,
    call: async (objectId, functionDeclaration) =>
      (await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration, returnByValue: true })).result
        .value as number,
    release: async () => void (await session.send('Runtime.releaseObjectGroup', { objectGroup: GROUP })),
  };
}

/** Answer of `Runtime.queryObjects`, which Node's types leave out. */
interface QueriedObjects {
  readonly objects: { readonly objectId: string };
}

function inspectMain(session: Session): Inspector {
  return {
    evaluate: async (expression) =>
      (await session.post('Runtime.evaluate', { expression, objectGroup: GROUP })).result.objectId!,
    query: async (prototypeObjectId) => {
      const answer: unknown = await session.post('Runtime.queryObjects', { prototypeObjectId, objectGroup: GROUP });
      return (answer as QueriedObjects).objects.objectId;
    },
    call: async (objectId, functionDeclaration) =>
      (await session.post('Runtime.callFunctionOn', { objectId, functionDeclaration, returnByValue: true })).result
        .value as number,
    release: async () => void (await session.post('Runtime.releaseObjectGroup', { objectGroup: GROUP })),
  };
}

export interface Meter {
  read(): Promise<Sample>;
}

export async function openMeter(page: Page): Promise<Meter> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  const own = new Session();
  own.connect();
  await own.post('HeapProfiler.enable');
  const [inPage, inMain] = [inspectPage(session), inspectMain(own)];
  return {
    async read() {
      await session.send('HeapProfiler.collectGarbage');
      await own.post('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
      const heap = process.memoryUsage().heapUsed;
      return {
        'all processes: memory (PSS)': readMemory(process.pid).pss,
        'page: heap': metric('JSHeapUsedSize'),
        'page: DOM nodes': metric('Nodes'),
        'page: listeners': metric('JSEventListeners'),
        'page: entries of maps': await count(inPage, 'maps'),
        'page: entries of sets': await count(inPage, 'sets'),
        'page: items of arrays': await count(inPage, 'arrays'),
        'main: heap': heap,
        'main: entries of maps': await count(inMain, 'maps'),
        'main: entries of sets': await count(inMain, 'sets'),
        'main: items of arrays': await count(inMain, 'arrays'),
      };
    },
  };
}
