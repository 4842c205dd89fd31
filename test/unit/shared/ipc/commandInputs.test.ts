import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { INPUTS } from '#shared/ipc/commandInputs.ts';
import { COMMAND_NAMES } from '#shared/ipc/names.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { makeIntent } from '#test/slice/makers.ts';

const accepts = (name: keyof typeof INPUTS, input: unknown): boolean => INPUTS[name].safeParse(input).success;

const TERMS = {
  condition: { kind: 'price', of: 'mid', side: 'yes', crosses: 'above', level: 600_000 },
  scope: { kind: 'market', market: 'btc' },
  repeat: { pauseMs: 60_000, rearmBy: 10_000 },
  expiresAtMs: null,
};

const STOP = {
  kind: 'stop',
  outcome: { market: 'btc', side: 'yes' },
  direction: 'sell',
  shares: 1_000_000,
  worst: 300_000,
  startsWhen: null,
  goodTillMs: null,
  trigger: {
    kind: 'price',
    outcome: { market: 'btc', side: 'yes' },
    source: 'ask',
    crosses: 'atOrBelow',
    price: 310_000,
    minShares: 1_000_000,
    maxSpread: 100_000,
    confirm: { kind: 'double' },
  },
  limit: 300_000,
  walk: null,
};

const FINE: Record<keyof typeof INPUTS, unknown> = {
  'app.describe': {},
  'app.reportFault': { where: 'ladder', message: 'x' },
  'app.noteAct': {},
  'layout.load': {},
  'layout.save': { workspace: 'w1', json: '{}' },
  'layout.opened': { workspace: 'w1' },
  'layout.takeReturned': { workspace: 'w1' },
  'layout.point': { workspace: 'w1', link: 'blue', at: { timeMs: 1_700_000_000_000, price: 440_000 } },
  'layout.share': { workspace: 'w1', changes: [{ link: 'blue', market: 'btc', draft: '{}' }] },
  'window.open': { workspace: 'w1', json: '{}' },
  'window.close': {},
  'window.focus': {},
  'workspace.open': { id: 'w1' },
  'workspace.create': { name: 'Mine', arrangement: 'market' },
  'workspace.rename': { id: 'w1', name: 'Mine' },
  'workspace.duplicate': { id: 'w1' },
  'workspace.remove': { id: 'w1' },
  'workspace.restore': {},
  'workspace.export': { id: 'w1' },
  'workspace.import': { panes: ['ladder'] },
  'preferences.load': {},
  'preferences.save': { change: { theme: 'light', keys: { 'view.search': ['Mod+K'] } } },
  'feed.watch': { books: ['btc'], tapes: [], candles: [{ market: 'btc', period: '1m' }], underlyings: ['BTC-USD'] },
  'watchlists.load': {},
  'watchlists.save': { lists: [{ name: 'Mine', markets: ['btc'] }] },
  'alerts.create': { terms: TERMS },
  'alerts.change': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', terms: TERMS },
  'alerts.remove': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'alerts.setPaused': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', isPaused: true },
  'alerts.rearm': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'alerts.clearLog': {},
  'alerts.markSeen': {},
  'alerts.setMuted': { workspace: null, isMuted: true },
  'vault.create': { password: 'p', key: { kind: 'random' } },
  'vault.cancelImport': {},
  'vault.unlock': { password: 'p' },
  'vault.lock': {},
  'vault.backup': { password: 'p', backupPassword: 'q' },
  'vault.saveCopy': { password: 'p' },
  'vault.changePassword': { password: 'p', newPassword: 'q' },
  'vault.listPhraseAddresses': { phrase: 'abandon abandon' },
  'vault.setLockTimes': { password: 'p', screenMinutes: 1, keysMinutes: 60 },
  'vault.acceptOlder': { password: 'p' },
  'vault.enableDevice': { password: 'p' },
  'vault.disableDevice': { password: 'p' },
  'vault.unlockByDevice': {},
  'vault.addSecondKey': { password: 'p', key: { kind: 'random' } },
  'vault.removeKey': { password: 'p', id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'account.open': {},
  'account.connect': { apiKey: 'k', apiSecret: 's', password: 'p' },
  'account.arm': { armed: true },
  'accounts.add': { password: 'p', label: 'x', colour: 'blue', key: { kind: 'random' } },
  'accounts.rename': { password: 'p', id: 'first', label: 'x', colour: 'blue' },
  'accounts.select': { password: 'p', id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'accounts.remove': { password: 'p', id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'accounts.readLeft': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'risk.setLimits': { password: 'p', limits: { orderCost: 250_500_000n } },
  'risk.markExclusive': { password: 'p', eventId: 7, isExclusive: true },
  'risk.restartDay': { password: 'p' },
  'wallet.read': {},
  'wallet.setup': { password: 'p', hashes: [`0x${'ab'.repeat(32)}`] },
  'account.confirmCustodial': { password: 'pw', direction: { name: 'direction', buy: 'buy', sell: 'sell' } },
  'wallet.acceptChanges': { password: 'pw' },
  'wallet.acceptMarket': { password: 'pw', market: 'rain-2026' },
  'wallet.readMarketIds': { market: 'btc' },
  'wallet.planAction': { intent: { kind: 'merge', market: 'btc', amount: 'all' }, nonce: null },
  'wallet.runAction': { password: 'pw', hash: `0x${'ab'.repeat(32)}` },
  'wallet.checkRelays': {},
  'wallet.stopRelay': { hash: `0x${'ab'.repeat(32)}` },
  'wallet.addAddress': { password: 'pw', address: `0x${'9e'.repeat(20)}`, label: 'Cold' },
  'wallet.removeAddress': { password: 'pw', address: `0x${'9e'.repeat(20)}` },
  'sessions.prepare': { password: 'p', keyId: null, hours: 24 },
  'sessions.authorise': { password: 'p', hashes: [`0x${'ab'.repeat(32)}`] },
  'sessions.confirmHandler': { password: 'p', handler: `0x${'ab'.repeat(20)}`, verifier: null },
  'order.place': makeIntent(),
  'order.cancel': { orderId: '7' },
  'order.cancelAll': ALL_ORDERS,
  'order.resolveUnknown': { intentId: 'intent-0001', orderId: '7' },
  'order.export': { what: 'orders', format: 'csv', fromMs: null, toMs: 1_700_000_000_000 },
  'exit.move': { moveId: 'intent-0002', orderId: '7', price: 620_000, bookVersion: null },
  'exit.previewFlatten': { scope: { kind: 'position', market: 'btc-100k', side: 'yes' }, cancelsOrders: true },
  'exit.flatten': {
    flattenId: 'flatten-0001',
    legs: [{ market: 'btc-100k', side: 'yes', route: 'sell', worst: 550_000, isBookConfirmed: false }],
    cancelsOrders: true,
  },
  'exit.stopFlatten': { flattenId: 'flatten-0001' },
  'exit.dismiss': { exitId: 'flatten-0001' },
  'exit.panic': {},
  'exit.enablePanicFlatten': { password: 'a password' },
  'conditional.setExitsOnly': {
    password: 'a password',
    hours: 12,
    exits: [{ market: 'btc', side: 'no', price: 310_000, shares: 25_000_000 }],
  },
  'conditional.revokeExits': {},
  'exit.disablePanicFlatten': {},
  'conditional.arm': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', terms: STOP },
  'conditional.cancel': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'conditional.change': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', terms: STOP },
  'conditional.answer': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', answer: 'end' },
  'conditional.dismiss': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
  'conditional.dryRun': { terms: STOP, seed: 7, start: null },
  'conditional.cancelDryRun': {},
  'equity.read': { fromMs: null },
  'doctor.run': {},
  'drill.start': { kind: 'silentStream' },
  'drill.stop': {},
};

describe('the bridge’s contract', () => {
  it('has a schema for every command and accepts a valid input of each', () => {
    expect(Object.keys(INPUTS).sort()).toEqual([...COMMAND_NAMES].sort());
    for (const name of COMMAND_NAMES) expect([name, accepts(name, FINE[name])]).toEqual([name, true]);
  });

  it('refuses an unknown key, a missing key and a value of another type in every command', () => {
    for (const name of COMMAND_NAMES) {
      const fine = FINE[name] as Record<string, unknown>;
      expect(accepts(name, { ...fine, extra: 1 })).toBe(false);
      for (const value of [null, undefined, 5, 'x', [], [fine]]) expect(accepts(name, value)).toBe(false);
      for (const key of Object.keys(fine)) {
        const { [key]: _, ...less } = fine;
        expect([name, key, accepts(name, less)]).toEqual([name, key, false]);
        expect([name, key, accepts(name, { ...fine, [key]: Symbol('x') })]).toEqual([name, key, false]);
      }
    }
  });

  it('refuses a key named __proto__ as it comes over the wire', () => {
    for (const name of COMMAND_NAMES) {
      const text = encodeMessage(FINE[name]).replace('{', '{"__proto__":{"armed":true},').replace(',}', '}');
      expect([name, accepts(name, decodeMessage(text))]).toEqual([name, false]);
    }
  });

  it('refuses minutes out of bounds and limits that are not amounts', () => {
    for (const minutes of [0, 61, 1.5, -1, Number.NaN]) {
      expect(accepts('vault.setLockTimes', { password: 'p', screenMinutes: minutes, keysMinutes: 30 })).toBe(false);
      expect(accepts('vault.setLockTimes', { password: 'p', screenMinutes: 1, keysMinutes: minutes })).toBe(false);
    }
    for (const orderCost of ['', '5', 5, 1.5, null]) {
      expect(accepts('risk.setLimits', { password: 'p', limits: { orderCost } })).toBe(false);
    }
    expect(accepts('risk.setLimits', { password: null, limits: { noSuchLimit: 1n } })).toBe(false);
  });

  it('refuses numbers outside the bounds of their unit', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1, 2 ** 53, '610000', 610_000n, null]) {
      expect(accepts('order.place', { ...makeIntent(), price: bad })).toBe(false);
      expect(accepts('order.place', { ...makeIntent(), shares: bad })).toBe(false);
    }
    expect(accepts('order.place', { ...makeIntent(), price: 0 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), price: 1_000_000 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), bookVersion: 1.5 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), bookVersion: null })).toBe(true);
  });

  it('refuses ids that could leave a path', () => {
    expect(accepts('order.cancel', { orderId: '../../x' })).toBe(false);
    expect(accepts('order.cancelAll', { ...ALL_ORDERS, market: 'a/b' })).toBe(false);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001', orderId: null })).toBe(true);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001' })).toBe(false);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001', orderId: '../7' })).toBe(false);
    expect(accepts('feed.watch', { ...(FINE['feed.watch'] as object), underlyings: ['BTC.USD'] })).toBe(false);
  });

  it('refuses a drill that is not in the table, and a fault instead of a drill', () => {
    for (const kind of ['', 'silent_socket', 'toString', '__proto__', 0])
      expect(accepts('drill.start', { kind })).toBe(false);
    expect(accepts('drill.start', { kind: 'cutLine', target: '' })).toBe(false);
  });

  it('keeps the parser’s own message about the expected value', () => {
    const result = INPUTS['order.place'].safeParse({ ...makeIntent(), price: 0 });
    expect(result.error?.issues[0]?.message).toBe('Expected a price between 0 and 1, found 0');
  });
});
