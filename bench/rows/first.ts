/**
 * *First order* after an unlock, and after a minute of quiet: reads and connections before its bytes, and the time to the wire.
 *
 * Invariants  Reads and connections that were made before the click do not count: those from the click to the answer do.
 */
import { median, pass, type Row } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { openTunedPeer } from '../order/peers.ts';
import { timeToWire } from '../order/wire.ts';
import type { Size } from './size.ts';

interface First {
  readonly micros: number;
  readonly reads: number;
  readonly connections: number;
}

/** Time for what the program prepares after an unlock. */
const SETTLE_MS = 500;

export async function measureFirst(size: Size): Promise<Row[]> {
  const unlocked = { ours: [] as First[], peer: [] as First[] };
  const quiet = { ours: [] as First[], peer: [] as First[] };
  for (let count = 0; count < size.firsts; count += 1) {
    const exchange = await openBenchExchange();
    // Reading the counts opens a connection of its own.
    const measure = async (place: () => Promise<unknown>): Promise<First> => {
      const before = await exchange.counts();
      const micros = await timeToWire(place);
      const after = await exchange.counts();
      return { micros, reads: after.reads - before.reads, connections: after.sockets - before.sockets - 1 };
    };
    const adyton = await openAdyton({ port: exchange.port, isOnDisk: false });
    const tuned = openTunedPeer(exchange.port);
    await pass(SETTLE_MS);
    unlocked.ours.push(await measure(adyton.place));
    unlocked.peer.push(await measure(() => tuned.place()));
    if (count === 0) {
      await pass(size.quietMs);
      quiet.ours.push(await measure(adyton.place));
      quiet.peer.push(await measure(() => tuned.place()));
    }
    await adyton.close();
    await tuned.close();
    exchange.close();
  }
  return [
    ...describe('first order after unlock', unlocked),
    ...describe(`first order after ${size.quietMs / 1_000} s of quiet`, quiet),
  ];
}

function describe(
  name: string,
  { ours, peer }: { readonly ours: readonly First[]; readonly peer: readonly First[] },
): Row[] {
  const count = (part: 'reads' | 'connections'): Row => {
    const [own, other] = [ours, peer].map((all) => Math.max(...all.map((one) => one[part])));
    return {
      name: `${name}, ${part}: tuned peer`,
      unit: part,
      ours: own!,
      peer: other!,
      ratio: null,
      low: null,
      high: null,
      runs: ours.length,
    };
  };
  const ratios = ours.map(({ micros }, at) => peer[at]!.micros / micros);
  return [
    count('reads'),
    count('connections'),
    {
      name: `${name}, click to wire: tuned peer`,
      unit: 'µs',
      ours: median(ours.map(({ micros }) => micros)),
      peer: median(peer.map(({ micros }) => micros)),
      ratio: median(ratios),
      low: Math.min(...ratios),
      high: Math.max(...ratios),
      runs: ours.length,
    },
  ];
}
