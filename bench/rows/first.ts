/**
 * *First order* after an unlock, and after a minute of quiet: reads and connections before its bytes, and the time to the wire.
 *
 * Invariants  Reads and connections that were made before the click do not count: those from the click to the answer do.
 */
import { pass } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { openTunedPeer } from '../order/peers.ts';
import { timeToWire, watchWrites } from '../order/wire.ts';
import { buildCounts, buildPairs, type Measured } from '../row.ts';
import type { Size } from './size.ts';

interface First {
  readonly micros: number;
  readonly reads: number;
  readonly connections: number;
}
interface Round {
  readonly ours: First;
  readonly peer: First;
}

/** Time for what the program prepares after an unlock, and for caches to be lost between two orders. */
const SETTLE_MS = 500;

/** Both contenders, each with connections of its own to an exchange of their own. */
async function openBoth() {
  const exchange = await openBenchExchange();
  const adyton = await openAdyton({ port: exchange.port, isOnDisk: false });
  const tuned = openTunedPeer(exchange.port);
  // Reading the counts opens a connection of its own.
  async function measure(place: () => Promise<unknown>): Promise<First> {
    await pass(SETTLE_MS);
    watchWrites(exchange.port);
    const before = await exchange.counts();
    const micros = await timeToWire(place);
    const after = await exchange.counts();
    return { micros, reads: after.reads - before.reads, connections: after.sockets - before.sockets - 1 };
  }
  return {
    async placeBoth(isPeerFirst: boolean): Promise<Round> {
      const before = isPeerFirst ? await measure(() => tuned.place()) : null;
      const ours = await measure(adyton.place);
      return { ours, peer: before ?? (await measure(() => tuned.place())) };
    },
    async close() {
      await adyton.close();
      await tuned.close();
      exchange.close();
    },
  };
}

export async function measureFirst({ firsts, quietMs }: Size): Promise<Measured[]> {
  const opened: Awaited<ReturnType<typeof openBoth>>[] = [];
  const unlocked: Round[] = [];
  const quiet: Round[] = [];
  for (let at = 0; at < firsts; at += 1) {
    const both = await openBoth();
    opened.push(both);
    unlocked.push(await both.placeBoth(at % 2 === 1));
  }
  // All of them rest in the same minute.
  await pass(quietMs);
  for (const [at, both] of opened.entries()) quiet.push(await both.placeBoth(at % 2 === 1));
  for (const { close } of opened) await close();
  return [
    ...describe('first order after unlock', unlocked),
    ...describe(`first order after ${quietMs / 1_000} s of quiet`, quiet),
  ];
}

function describe(name: string, rounds: readonly Round[]): Measured[] {
  const read = (part: keyof First) => rounds.map(({ ours, peer }) => ({ ours: ours[part], peer: peer[part] }));
  return [
    buildCounts(`${name}, reads: tuned peer`, 'reads', read('reads')),
    buildCounts(`${name}, connections: tuned peer`, 'connections', read('connections')),
    buildPairs(`${name}, click to wire: tuned peer`, 'µs', read('micros')),
  ];
}
