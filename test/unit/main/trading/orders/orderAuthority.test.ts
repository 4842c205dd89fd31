import { describe, expect, it } from 'vitest';
import { createAuthorityFinder, type OrderAuthorityOptions } from '#main/trading/orders/orderAuthority.ts';
import { deny } from '#main/trading/orders/orderReceipt.ts';
import { describeError } from '#shared/base/describeError.ts';
import { parseCustodialId } from '#shared/units/ids.ts';
import { makeIntent, makeMarket, makeWallet, OWNER } from '#test/slice/makers.ts';
import { explainAsCode } from '#test/slice/tradingBench.ts';

const DISARMED = deny({ code: 'disarmed', parameters: {} });

function openFinder(change: Partial<OrderAuthorityOptions> = {}) {
  const record = makeWallet();
  const calls: string[] = [];
  const options: OrderAuthorityOptions = {
    context: { market: () => makeMarket(), owner: () => OWNER, secondKeys: () => [], custodialAccount: () => null },
    wallets: { find: () => record, fetch: async () => record, check: () => null },
    pins: {
      note: () => void calls.push('note'),
      savePinned: () => void calls.push('save'),
      findChange: () => null,
    },
    checkNow: () => {
      calls.push('check');
      return null;
    },
    explainRead: explainAsCode,
    onFault: (where, error) => void calls.push(`${where}: ${describeError(error)}`),
    ...change,
  };
  return { record, calls, options, find: createAuthorityFinder(options) };
}

describe('the authority of an order', () => {
  it('is the key of the wallet’s owner, found without a wait when the wallet record is known', () => {
    const { find, record, calls } = openFinder();
    expect(find(makeIntent(), {})).toEqual({ kind: 'wallet', wallet: record, by: { kind: 'own', key: OWNER } });
    expect(calls).toEqual(['check', 'note', 'save']);
  });

  it('is the account itself for a custodial one, whatever wallet records there are', () => {
    const account = parseCustodialId(`custodial:${'7'.repeat(40)}`);
    const base = openFinder().options;
    const { find } = openFinder({ context: { ...base.context, custodialAccount: () => account } });
    expect(find(makeIntent(), {})).toEqual({ kind: 'custodial', account });
  });

  it('runs every check again after the wallet record was read', async () => {
    const base = openFinder();
    let isArmed = true;
    const wallets = {
      ...base.options.wallets,
      find: () => null,
      async fetch() {
        isArmed = false;
        return base.record;
      },
    };
    const { find } = openFinder({ wallets, checkNow: () => (isArmed ? null : DISARMED) });
    expect(await find(makeIntent(), {})).toEqual(DISARMED);
  });

  it('is denied when the record cannot be read, or when its pin cannot be saved', async () => {
    const base = openFinder().options;
    const failing = { ...base.wallets, find: () => null, fetch: () => Promise.reject(new Error('down')) };
    expect(await openFinder({ wallets: failing }).find(makeIntent(), {})).toMatchObject({
      denials: [{ code: 'walletUnreadable', parameters: { failure: explainAsCode(new Error('down')) } }],
    });
    const pins = {
      ...base.pins,
      savePinned() {
        throw new Error('disk full');
      },
    };
    const { find, calls } = openFinder({ pins });
    expect(find(makeIntent(), {})).toMatchObject({ denials: [{ code: 'pinNotSaved', parameters: {} }] });
    expect(calls).toContain('market pins: disk full');
  });

  it('checks the order again when the record shows that the market’s ids have changed', () => {
    const base = openFinder().options;
    let checks = 0;
    const changed = { findChange: () => ({}) as ReturnType<typeof base.pins.findChange> };
    const { find } = openFinder({
      pins: { ...base.pins, ...changed },
      checkNow: () => {
        checks += 1;
        return checks === 1 ? null : DISARMED;
      },
    });
    expect(find(makeIntent(), {})).toEqual(DISARMED);
  });
});
