/** *Click to wire*: from the accepted click in main to the last byte in the socket, with the journal in memory and on disk. */
import { bothWays, type Contender, checkSame, compareAll } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { openClobClient, openTunedPeer } from '../order/peers.ts';
import { cpuToWire, timeToWire } from '../order/wire.ts';
import type { Measured } from '../row.ts';
import type { Size } from './size.ts';

interface SentOrder {
  readonly price: string;
  readonly signed_order: { readonly salt: string; readonly expiration: string };
}

export async function measureClick(size: Size, isOnDisk: boolean): Promise<Measured[]> {
  const exchange = await openBenchExchange();
  const adyton = await openAdyton({ port: exchange.port, isOnDisk });
  const clob = openClobClient(exchange.port);
  const tuned = openTunedPeer(exchange.port);
  try {
    // The same order, repeated by the tuned peer, is the same bytes with the same HMAC.
    await adyton.place();
    const ours = await exchange.last();
    const { price, signed_order: signed } = JSON.parse(ours.body) as SentOrder;
    const order = {
      salt: BigInt(signed.salt),
      expiration: BigInt(signed.expiration),
      cents: Math.round(Number.parseFloat(price) * 100),
    };
    await tuned.place(order, ours.headers['x-auth-nonce']);
    const theirs = await exchange.last();
    checkSame('body', ours.body, theirs.body);
    checkSame('HMAC', ours.headers['x-auth-signature'], theirs.headers['x-auth-signature']);
    const build = (measure: typeof timeToWire): Contender[] => [
      { name: 'adyton', prepare: adyton.prepare, run: () => measure(adyton.place) },
      { name: 'clob-client', run: () => measure(() => clob.place()) },
      { name: 'tuned peer', run: () => measure(() => tuned.place()) },
    ];
    const name = `click to wire, journal ${isOnDisk ? 'with fsync' : 'in memory'}`;
    const idle = { ...size.order.idle, idleMs: 5 };
    return await compareAll([
      ...bothWays(name, build(timeToWire), size.order),
      { name: `${name}, processor time after 5 ms idle`, contenders: build(cpuToWire), plan: idle },
    ]);
  } finally {
    await adyton.close();
    await tuned.close();
    exchange.close();
  }
}
