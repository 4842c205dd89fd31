import { beforeEach, describe, expect, it } from 'vitest';
import { openCustodialAccount } from '#main/app/account/custodialAccount.ts';
import { type CustodialProofOptions, openCustodialProofs } from '#main/app/account/custodialProof.ts';
import { PROTECTED_DEFAULTS, type ProtectedSettings } from '#main/storage/settings/protectedSettings.ts';
import type { OrderView } from '#shared/ipc/views.ts';
import { DEFAULT_DIRECTION } from '#shared/order/account/custodial.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { parseMarketId, parseOrderId } from '#shared/units/ids.ts';

const M = parseMarketId('101');
const ORDER = parseOrderId('9');

type Shown = Pick<OrderView, 'intentId' | 'orderId' | 'life'>;

/** An account whose settings outlive a run, and an exchange that answers a placement as told. */
function openWorld() {
  let settings: ProtectedSettings = PROTECTED_DEFAULTS;
  const world = {
    placed: [] as OrderIntent[],
    cancelled: [] as string[],
    orders: [] as Shown[],
    answer: (): PlaceReceipt => ({ outcome: 'accepted', orderId: ORDER }) as unknown as PlaceReceipt,
    show: (): void => undefined,
    start() {
      const listeners: (() => void)[] = [];
      world.show = () => {
        for (const listener of listeners) listener();
      };
      const account = openCustodialAccount({
        vault: { credentials: () => ({ apiKey: 'key', sign: () => '' }) } as never,
        wallet: {
          account: () => null,
          noWallet: () => ({ code: 'refused', parameters: { status: 422, codes: [] } }),
          changes: () => [],
        },
        protectedSettings: {
          value: () => settings,
          save(change: Partial<ProtectedSettings>) {
            settings = { ...settings, ...change };
          },
        } as never,
        now: () => 1,
        onChange: () => undefined,
        onFault(error) {
          throw error;
        },
      });
      const listed = {
        id: M,
        title: 'Market',
        status: 'trading',
        result: null,
        openAtMs: null,
        lastPrice: 500_000,
        volume24h: 1,
        closeAtMs: null,
      };
      const proofs = openCustodialProofs({
        market: {
          catalogue: () => ({ tick: 10_000 }),
          listing: { listMostTraded: () => [listed] },
          book: () => ({ health: { at: 'live', unchecked: false }, bestBid: 490_000, bestAsk: 510_000 }),
          onDirty: () => () => undefined,
        },
        interest: { watchOwn: () => undefined, shownBooks: () => [] },
        trading: {
          async place(intent: OrderIntent) {
            world.placed.push(intent);
            return world.answer();
          },
          async cancel(orderId: string) {
            world.cancelled.push(orderId);
            return { outcome: 'cancelled' };
          },
          view: () => ({ at: 'live', orders: world.orders }),
          onChange(listener: () => void) {
            listeners.push(listener);
            return () => listeners.splice(listeners.indexOf(listener), 1);
          },
        },
        custodial: account,
        exchangeTimeMs: () => 0,
        schedule: () => () => undefined,
        readiness: () => ({ code: 'disarmed' }),
        newId: () => '0f0e0d0c',
      } as unknown as CustodialProofOptions);
      return { account, proofs };
    },
  };
  return world;
}

let world: ReturnType<typeof openWorld>;
let run: ReturnType<typeof world.start>;

async function prove() {
  const prepared = await run.proofs.prepare();
  run.account.agree(DEFAULT_DIRECTION);
  return await prepared.send();
}

beforeEach(() => {
  world = openWorld();
  run = world.start();
});

describe('the order that proves a custodial account', () => {
  it('ends the agreement when the exchange reports it with the other direction, and is cancelled all the same', async () => {
    world.answer = () => {
      run.account.noteDirection(ORDER, false);
      return { outcome: 'accepted', orderId: ORDER } as unknown as PlaceReceipt;
    };
    expect(await prove()).toEqual({ outcome: 'accepted', denials: [], isEnded: true });
    expect(world.cancelled).toEqual([ORDER]);
    expect(run.account.view()).toMatchObject({ agreedAtMs: null, proof: { at: 'contradicted', orderId: ORDER } });
    expect([run.account.active(), run.account.isOpen()]).toEqual([null, true]);
  });

  it('is not sent again after a denial, whose reasons it answers; the account stays unproved', async () => {
    const denials = [{ code: 'marketClosed', parameters: {} }];
    world.answer = () => ({ outcome: 'denied', denials }) as unknown as PlaceReceipt;
    expect(await prove()).toEqual({ outcome: 'denied', denials, isEnded: true });
    expect([world.placed.length, world.cancelled.length]).toEqual([1, 0]);
    expect(run.account.view()?.proof).toEqual({ at: 'unconfirmed' });
  });

  it('is cancelled once, when the exchange shows it after a lost answer', async () => {
    world.answer = () => ({ outcome: 'unknown', orderId: null }) as unknown as PlaceReceipt;
    expect(await prove()).toEqual({ outcome: 'lost', denials: [], isEnded: false });
    const { intentId } = world.placed[0]!;
    world.orders = [{ intentId, orderId: null, life: { at: 'unknown' } as Shown['life'] }];
    world.show();
    expect(world.cancelled).toEqual([]);
    world.orders = [{ intentId, orderId: ORDER, life: { at: 'resting' } as Shown['life'] }];
    world.show();
    world.show();
    expect(world.cancelled).toEqual([ORDER]);
  });

  it('is cancelled by the next run too when the answer was lost before a quit, and no other order is', async () => {
    world.answer = () => ({ outcome: 'unknown', orderId: null }) as unknown as PlaceReceipt;
    await prove();
    const { intentId } = world.placed[0]!;
    run = world.start();
    const resting = { at: 'resting' } as Shown['life'];
    world.orders = [
      { intentId, orderId: ORDER, life: resting },
      { intentId: null, orderId: parseOrderId('8'), life: resting },
      { intentId: 'an-order-of-a-person' as Shown['intentId'], orderId: parseOrderId('7'), life: resting },
    ];
    world.show();
    world.show();
    expect(world.cancelled).toEqual([ORDER]);
    expect(world.placed).toHaveLength(1);
  });
});
