/**
 * Heap, and every map, set and array, of one JavaScript process, by the inspector's protocol.
 *
 * Units       Bytes for the heap; entries of maps and sets, and items of arrays, for lists.
 * Invariants  A list keeps its number as long as it lives, so that two readings are compared list by list; lists of one shape
 *             are summed too, because a program can replace a list by a longer copy, or make ever more short ones.
 */
import { Session } from 'node:inspector/promises';
import type { CDPSession } from 'playwright-core';

const PROTOTYPES = { map: 'Map.prototype', set: 'Set.prototype', array: 'Array.prototype' } as const;
type Kind = keyof typeof PROTOTYPES;

export interface KeptList {
  readonly id: number;
  readonly shape: string;
  readonly size: number;
}

/** All lists of a kind whose last entry looks alike: 'map of string → { id, title }'. */
export interface Shape {
  readonly shape: string;
  readonly lists: number;
  readonly longest: number;
  readonly entries: number;
}

export interface Kept {
  readonly heap: number;
  readonly shapes: readonly Shape[];
  /** Those with at least LEAST_SIZE entries. */
  readonly lists: readonly KeptList[];
}

export interface ExchangeKept extends Kept {
  /** Length of its list of markets. */
  readonly listed: number;
  /** Orders that rest, of members, makers and takers. */
  readonly openOrders: number;
}

/** Shorter lists count in the sums of their shape alone. */
export const LEAST_SIZE = 40;

/** The calls that the inspectors of a page and of Node share. */
interface Inspector {
  evaluate(expression: string): Promise<string>;
  query(prototypeId: string): Promise<string>;
  call(objectId: string, declaration: string): Promise<unknown>;
  release(): Promise<void>;
}

/** Runs in the process, with all lists of a kind as `this`. An object that only inherits from the prototype has no size. */
const READ_SIZES = `function () {
  const known = (globalThis[Symbol.for('adyton.soak')] ??= { ids: new WeakMap(), next: 1 });
  const describe = (value) => {
    if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
    const name = Object.getPrototypeOf(value)?.constructor?.name;
    if (name !== undefined && name !== 'Object') return name;
    return '{ ' + Object.keys(value).slice(0, 5).join(', ') + ' }';
  };
  const lists = [];
  const shapes = new Map();
  for (const one of this) {
    let [size, shape] = [0, ''];
    try {
      size = Array.isArray(one) ? one.length : one.size;
      if (size === 0) continue;
      let last;
      if (Array.isArray(one)) last = [one.at(-1)];
      else if (one instanceof Map) for (last of one.entries()) break;
      else for (const value of one) { last = [value]; break; }
      shape = last.map(describe).join(' → ');
    } catch { continue; }
    const sum = shapes.get(shape) ?? { lists: 0, longest: 0, entries: 0 };
    shapes.set(shape, { lists: sum.lists + 1, longest: Math.max(sum.longest, size), entries: sum.entries + size });
    if (size < ${LEAST_SIZE}) continue;
    if (!known.ids.has(one)) known.ids.set(one, known.next++);
    lists.push({ id: known.ids.get(one), shape, size });
  }
  return { lists, shapes: [...shapes].map(([shape, sum]) => ({ shape, ...sum })) };
}`;

async function readLists(inspector: Inspector): Promise<Pick<Kept, 'shapes' | 'lists'>> {
  const shapes: Shape[] = [];
  const lists: KeptList[] = [];
  for (const [kind, prototype] of Object.entries(PROTOTYPES) as [Kind, string][]) {
    const found = await inspector.query(await inspector.evaluate(prototype));
    const sizes = (await inspector.call(found, READ_SIZES)) as Pick<Kept, 'shapes' | 'lists'>;
    await inspector.release();
    const named = <T extends { readonly shape: string }>(all: readonly T[]): T[] =>
      all.map((one) => ({ ...one, shape: `${kind} of ${one.shape}` }));
    shapes.push(...named(sizes.shapes));
    lists.push(...named(sizes.lists));
  }
  return { shapes, lists };
}

const objectGroup = 'soak';

function inspectPage(session: CDPSession): Inspector {
  return {
    evaluate: async (expression) =>
      (await session.send('Runtime.evaluate', { expression, objectGroup })).result.objectId!,
    query: async (prototypeObjectId) =>
      (await session.send('Runtime.queryObjects', { prototypeObjectId, objectGroup })).objects.objectId!,
    call: async (objectId, functionDeclaration) =>
      (await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration, returnByValue: true })).result
        .value,
    release: async () => void (await session.send('Runtime.releaseObjectGroup', { objectGroup })),
  };
}

/** Answer of `Runtime.queryObjects`, which Node's types leave out. */
interface QueriedObjects {
  readonly objects: { readonly objectId: string };
}

function inspectNode(session: Session): Inspector {
  return {
    evaluate: async (expression) =>
      (await session.post('Runtime.evaluate', { expression, objectGroup })).result.objectId!,
    query: async (prototypeObjectId) => {
      const answer: unknown = await session.post('Runtime.queryObjects', { prototypeObjectId, objectGroup });
      return (answer as QueriedObjects).objects.objectId;
    },
    call: async (objectId, functionDeclaration) =>
      (await session.post('Runtime.callFunctionOn', { objectId, functionDeclaration, returnByValue: true })).result
        .value,
    release: async () => void (await session.post('Runtime.releaseObjectGroup', { objectGroup })),
  };
}

/** Nodes and rows of a pane, also behind other tabs. */
export interface PaneNodes {
  readonly nodes: number;
  readonly rows: number;
}

export interface PageKept extends Kept {
  readonly nodes: number;
  readonly listeners: number;
  /** By the id of the pane; what is in none is under `NO_PANE`, and under `NO_DOCUMENT` where it is in no document. */
  readonly panes: Readonly<Record<string, PaneNodes>>;
}

export const NO_PANE = 'outside of panes';
export const NO_DOCUMENT = 'outside of the document';

/** Runs in the page, with all elements as `this`: the pane behind another tab is a tree of its own. */
const READ_PANES = `function () {
  const roots = new Set();
  for (const one of this) {
    try { roots.add(one.getRootNode()); } catch { /* A prototype. */ }
  }
  const panes = {};
  for (const root of roots) {
    const walker = document.createTreeWalker(root);
    for (let node = root; node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      const id = element?.closest('[data-pane-id]')?.dataset.paneId ?? (root === document ? '${NO_PANE}' : '${NO_DOCUMENT}');
      const pane = (panes[id] ??= { nodes: 0, rows: 0 });
      pane.nodes += 1;
      if (node === element && element.matches('tr, [role=row], [role=option]')) pane.rows += 1;
    }
  }
  return panes;
}`;

async function readPanes(inspector: Inspector): Promise<PageKept['panes']> {
  const panes = await inspector.call(await inspector.query(await inspector.evaluate('Element.prototype')), READ_PANES);
  await inspector.release();
  return panes as PageKept['panes'];
}

/** Collects garbage of the page, and reads what is left. */
export async function openPageReader(session: CDPSession): Promise<() => Promise<PageKept>> {
  await session.send('Performance.enable');
  await session.send('HeapProfiler.enable');
  const inspector = inspectPage(session);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const metric = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? 0;
    const counts = { nodes: metric('Nodes'), listeners: metric('JSEventListeners'), heap: metric('JSHeapUsedSize') };
    return { ...counts, panes: await readPanes(inspector), ...(await readLists(inspector)) };
  };
}

/** The same for the process that calls this. */
export async function openOwnReader(): Promise<() => Promise<Kept>> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.enable');
  const inspector = inspectNode(session);
  return async () => {
    await session.post('HeapProfiler.collectGarbage');
    return { heap: process.memoryUsage().heapUsed, ...(await readLists(inspector)) };
  };
}
