/** *Sign an order*: build, hash and sign one order; ours includes the sealed key, the policy and the check of the recovered signer. */
import { buildFields } from '../../src/main/trading/orders/orderFields.ts';
import { buildOrderDomain } from '../../src/shared/order/orderDomain.ts';
import { parsePrice } from '../../src/shared/units/price.ts';
import { bothWays, type Contender, checkSame, compareAll, timed, timedCpu } from '../measure.ts';
import { openAdyton } from '../order/adyton.ts';
import { openBenchExchange } from '../order/exchange.ts';
import { nextOrder, type OrderOfPeer, openClobClient, signByViem } from '../order/peers.ts';
import { nextIntent, wallet } from '../order/values.ts';
import type { Measured } from '../row.ts';
import type { Size } from './size.ts';

export async function measureSigning(size: Size): Promise<Measured[]> {
  const exchange = await openBenchExchange();
  const { vault, close } = await openAdyton({ port: exchange.port, isOnDisk: false });
  const clob = openClobClient(exchange.port);
  const describe = ({ salt, expiration, cents }: OrderOfPeer) => ({
    intent: { ...nextIntent(), price: parsePrice((cents / 100).toFixed(2)) },
    salt,
    nowMs: (Number(expiration) - 7 * 86_400) * 1_000,
  });
  const signGiven = ({ intent, salt, nowMs }: ReturnType<typeof describe>): string => {
    const fields = buildFields(intent, wallet, salt, { nowMs, exchangeTimeMs: nowMs });
    return vault.signOrder(fields, buildOrderDomain(wallet)).signature;
  };
  try {
    for (let count = 0; count < 20; count += 1) {
      const order = nextOrder();
      const ours = signGiven(describe(order));
      checkSame('signature (viem)', ours, await signByViem(order));
      checkSame('signature (clob-client)', ours, await clob.sign(order));
    }
    // What is signed is made before the time of all contenders.
    let order = nextOrder();
    let given = describe(order);
    const prepare = async (): Promise<void> => {
      order = nextOrder();
      given = describe(order);
    };
    const build = (measure: typeof timed): Contender[] => [
      { name: 'adyton', prepare, run: measure(() => signGiven(given)) },
      { name: 'viem', prepare, run: measure(() => signByViem(order)) },
      { name: 'clob-client', prepare, run: measure(() => clob.sign(order)) },
    ];
    const idle = { ...size.order.idle, idleMs: 5 };
    return await compareAll([
      ...bothWays('sign an order', build(timed), size.order),
      { name: 'sign an order, processor time after 5 ms idle', contenders: build(timedCpu), plan: idle },
    ]);
  } finally {
    await close();
    exchange.close();
  }
}
