/**
 * Takes a page's heap as V8 sees it and looks for texts in it, whole or pieced together, with what keeps them alive.
 *
 * Invariants  What is found is named by the caller's names only: a path never repeats a text of the heap.
 * Source      V8's heap snapshot: flat lists of nodes and edges; a text is cut off at 1,024 characters
 */
import type { CDPSession } from '@playwright/test';

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[], ...unknown[]];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly [readonly string[], ...unknown[]];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

/** A garbage collector may need several rounds: finalisers and weak caches let go one after the other. */
const ROUNDS = 4;
/** Longer concatenations are not pieced together. */
const MAX_PIECED = 20_000;
const MAX_PATH = 14;

export async function takeHeap(session: CDPSession): Promise<Heap> {
  const chunks: string[] = [];
  const collect = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < ROUNDS; round += 1) await session.send('HeapProfiler.collectGarbage');
  session.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false, captureNumericValue: true });
  session.off('HeapProfiler.addHeapSnapshotChunk', collect);
  await session.send('HeapProfiler.disable');
  return new Heap(JSON.parse(chunks.join('')) as Snapshot);
}

export class Heap {
  readonly #snapshot: Snapshot;
  readonly #width: number;
  readonly #edgeWidth: number;
  readonly #types: readonly string[];
  readonly #edgeTypes: readonly string[];
  /** For each node, by its place in order, where its edges begin. */
  readonly #firstEdge: readonly number[];

  constructor(snapshot: Snapshot) {
    const { meta } = snapshot.snapshot;
    this.#snapshot = snapshot;
    this.#width = meta.node_fields.length;
    this.#edgeWidth = meta.edge_fields.length;
    this.#types = meta.node_types[0];
    this.#edgeTypes = meta.edge_types[0];
    const count = meta.node_fields.indexOf('edge_count');
    const firstEdge: number[] = [];
    let at = 0;
    for (let node = 0; node < snapshot.nodes.length; node += this.#width) {
      firstEdge.push(at);
      at += (snapshot.nodes[node + count] ?? 0) * this.#edgeWidth;
    }
    this.#firstEdge = [...firstEdge, at];
  }

  /** How many nodes there are: a heap without any tells nothing. */
  get size(): number {
    return this.#firstEdge.length - 1;
  }

  /** Every text: names of objects and of properties too, for a secret may have become one. */
  texts(): string[] {
    const pieced: string[] = [];
    for (let order = 0; order < this.size; order += 1) {
      if (this.#typeOf(order) === 'concatenated string') pieced.push(this.#piece(order));
    }
    return [...this.#snapshot.strings, ...pieced];
  }

  /** Each name that `nameOf` gives a text, once, with what keeps that text. */
  find(nameOf: (text: string) => string | null): string[] {
    const byName = new Map<string, number>();
    for (let order = 0; order < this.size; order += 1) {
      const text = this.#textOf(order);
      const name = text === null ? null : nameOf(text);
      if (name !== null && !byName.has(name)) byName.set(name, order);
    }
    return [...byName].map(([name, order]) => `${name}, kept by ${this.#tellKeepers(order)}`);
  }

  #typeOf(order: number): string {
    return this.#types[this.#snapshot.nodes[order * this.#width] ?? 0] ?? '';
  }

  #nameOf(order: number): string {
    return this.#snapshot.strings[this.#snapshot.nodes[order * this.#width + 1] ?? 0] ?? '';
  }

  *#edgesOf(order: number): Generator<{ readonly name: string; readonly to: number }> {
    const end = this.#firstEdge[order + 1] ?? 0;
    for (let at = this.#firstEdge[order] ?? 0; at < end; at += this.#edgeWidth) {
      const [type = 0, name = 0, to = 0] = this.#snapshot.edges.slice(at, at + 3);
      const kind = this.#edgeTypes[type] ?? '';
      const isNumbered = kind === 'element' || kind === 'hidden';
      if (kind === 'weak') continue;
      yield { name: isNumbered ? `[${name}]` : (this.#snapshot.strings[name] ?? ''), to: to / this.#width };
    }
  }

  #textOf(order: number): string | null {
    return this.#typeOf(order) === 'concatenated string' ? this.#piece(order) : this.#nameOf(order);
  }

  #piece(order: number): string {
    const pieces: string[] = [];
    const todo = [order];
    for (let length = 0; todo.length > 0 && length < MAX_PIECED; ) {
      const next = todo.pop() ?? 0;
      if (this.#typeOf(next) !== 'concatenated string') {
        const piece = this.#nameOf(next);
        length += piece.length;
        pieces.push(piece);
        continue;
      }
      const parts = new Map([...this.#edgesOf(next)].map(({ name, to }) => [name, to]));
      for (const name of ['second', 'first']) {
        const to = parts.get(name);
        if (to !== undefined) todo.push(to);
      }
    }
    return pieces.join('');
  }

  /** The shortest way from a node back to the heap's root, by types and names of properties. */
  #tellKeepers(target: number): string {
    const cameFrom = new Map<number, { readonly from: number; readonly edge: string }>();
    let wave = [0];
    while (wave.length > 0 && !cameFrom.has(target)) {
      const next: number[] = [];
      for (const from of wave) {
        for (const { name, to } of this.#edgesOf(from)) {
          if (to === 0 || cameFrom.has(to)) continue;
          cameFrom.set(to, { from, edge: name });
          next.push(to);
        }
      }
      wave = next;
    }
    const words: string[] = [];
    let at = target;
    for (let step = cameFrom.get(at); step !== undefined && words.length < MAX_PATH; step = cameFrom.get(at)) {
      const owner = this.#typeOf(step.from).includes('string') ? 'text' : this.#nameOf(step.from).slice(0, 60);
      words.push(`${step.edge.slice(0, 40)} of ${owner || this.#typeOf(step.from)}`);
      at = step.from;
    }
    return words.join(' < ');
  }
}
