/** *Sign an order*: build, hash and sign one order; ours includes the sealed key, the policy and the check of the recovered signer. */
import { buildFields } from '../../src/main/trading/orderFields.ts';
import { buildOrderDomain } from '../../src/shared/order/orderDomain.ts';
import { parsePrice } from '../../src/shared/units/price.ts';
import { type Contender, checkSame, compare, compareBoth, type Row, timed, timedCpu } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { nextOrder, type OrderOfPeer, openClobClient, signByViem } from '../order/peers.ts';
import { nextIntent, wallet } from '../order/values.ts';
import type { Size } from './size.ts';

export async function measureSigning(size: Size): Promise<Row[]> {
  const exchange = await openBenchExchange();
  const { vault, close } = await openAdyton({ port: exchange.port, isOnDisk: false });
  const clob = openClobClient(exchange.port);
  const signOwn = async ({ salt, expiration, cents }: OrderOfPeer): Promise<string> => {
    const intent = { ...nextIntent(), price: parsePrice((cents / 100).toFixed(2)) };
    const nowMs = (Number(expiration) - 7 * 86_400) * 1_000;
    const fields = buildFields(intent, wallet, salt, { nowMs, exchangeTimeMs: nowMs });
    return (await vault.signOrder(fields, buildOrderDomain(wallet))).signature;
  };
  try {
    for (let count = 0; count < 20; count += 1) {
      const order = nextOrder();
      const ours = await signOwn(order);
      checkSame('signature (viem)', ours, await signByViem(order));
      checkSame('signature (clob-client)', ours, await clob.sign(order));
    }
    const build = (measure: typeof timed): Contender[] => [
      { name: 'adyton', run: measure(() => signOwn(nextOrder())) },
      { name: 'viem', run: measure(() => signByViem(nextOrder())) },
      { name: 'clob-client', run: measure(() => clob.sign(nextOrder())) },
    ];
    const idle = { ...size.order.idle, idleMs: 5 };
    return [
      ...(await compareBoth('sign an order', build(timed), size.order)),
      ...(await compare('sign an order, processor time after 5 ms idle', 'µs', build(timedCpu), idle)),
    ];
  } finally {
    await close();
    exchange.close();
  }
}
