/** Locked terminal: every command follows its lock rule, and the account is neither shown nor used. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LOCK_RULES } from '#main/ipc/lockRules.ts';
import type { LockReason } from '#main/shell/port.ts';
import type { Input } from '#shared/ipc/contract.ts';
import { COMMAND_NAMES, type CommandName } from '#shared/ipc/names.ts';
import { DEFAULT_DIRECTION } from '#shared/order/custodial.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { type Bench, openBench } from './openBench.ts';
import { answerOf, buildRestingIntent, buildStop, PASSWORD, setUp, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

let bench: Bench;
let inputs: { readonly [N in CommandName]: Input<N> };

beforeAll(async () => {
  bench = await openBench();
  const { apiKey, apiSecret } = await setUp(bench, { kind: 'random' });
  const intent = await buildRestingIntent(bench);
  answerOf(await bench.call('account.arm', { armed: true }));
  const { orderId } = answerOf(await bench.call('order.place', intent));
  const alertTerms: Input<'alerts.create'>['terms'] = {
    condition: { kind: 'fill' },
    scope: { kind: 'any' },
    repeat: null,
    expiresAtMs: null,
  };
  const STOP = buildStop(intent.market);
  inputs = {
    'app.describe': {},
    'app.reportFault': { where: 'ladder', message: 'x' },
    'app.noteAct': {},
    'layout.load': {},
    'layout.save': { workspace: 'w1', json: '{}' },
    'layout.opened': { workspace: 'w1' },
    'layout.takeReturned': { workspace: 'w1' },
    'layout.point': { workspace: 'w1', link: 'blue', at: { timeMs: 1, price: 440_000 } },
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
    'preferences.save': { change: { theme: 'light' } },
    'feed.watch': { books: [intent.market], tapes: [], candles: [], underlyings: [] },
    'watchlists.load': {},
    'watchlists.save': { lists: [{ name: 'Mine', markets: [intent.market] }] },
    'alerts.create': { terms: alertTerms },
    'alerts.change': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', terms: alertTerms },
    'alerts.remove': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'alerts.setPaused': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1', isPaused: true },
    'alerts.rearm': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'alerts.clearLog': {},
    'alerts.markSeen': {},
    'alerts.setMuted': { workspace: null, isMuted: true },
    'vault.create': { password: PASSWORD, key: { kind: 'random' } },
    'vault.cancelImport': {},
    'vault.unlock': { password: 'Not-the-password-1' },
    'vault.lock': {},
    'vault.backup': { password: PASSWORD, backupPassword: PASSWORD },
    'vault.saveCopy': { password: PASSWORD },
    'vault.changePassword': { password: PASSWORD, newPassword: 'Another-password-of-the-vault' },
    'vault.listPhraseAddresses': { phrase: `${'abandon '.repeat(11)}about` },
    'vault.setLockTimes': { password: PASSWORD, screenMinutes: 60, keysMinutes: 60 },
    'vault.acceptOlder': { password: PASSWORD },
    'vault.enableDevice': { password: PASSWORD },
    'vault.disableDevice': { password: PASSWORD },
    'vault.unlockByDevice': {},
    'vault.addSecondKey': { password: PASSWORD, key: { kind: 'random' } },
    'vault.removeKey': { password: PASSWORD, id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'account.open': {},
    'account.confirmCustodial': { password: PASSWORD, direction: DEFAULT_DIRECTION },
    'account.connect': { apiKey, apiSecret, password: PASSWORD },
    'account.arm': { armed: true },
    'accounts.add': { password: PASSWORD, label: 'x', colour: 'blue', key: { kind: 'random' } },
    'accounts.rename': { password: PASSWORD, id: 'first', label: 'x', colour: 'blue' },
    'accounts.select': { password: PASSWORD, id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'accounts.remove': { password: PASSWORD, id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'accounts.readLeft': { id: '42750ad5-307f-416a-9501-f4bea9a0c2a1' },
    'risk.setLimits': { password: PASSWORD, limits: { orderCost: 10n ** 12n } },
    'risk.markExclusive': { password: PASSWORD, eventId: 1, isExclusive: true },
    'risk.restartDay': { password: PASSWORD },
    'wallet.read': {},
    'wallet.setup': { password: PASSWORD, hashes: [`0x${'1'.repeat(64)}`] },
    'wallet.acceptChanges': { password: PASSWORD },
    'wallet.acceptMarket': { password: PASSWORD, market: intent.market },
    'wallet.readMarketIds': { market: intent.market },
    'wallet.planAction': { intent: { kind: 'split', market: intent.market, amount: 1_000_000n }, nonce: null },
    'wallet.runAction': { password: PASSWORD, hash: `0x${'1'.repeat(64)}` },
    'wallet.checkRelays': {},
    'wallet.stopRelay': { hash: `0x${'1'.repeat(64)}` },
    'wallet.addAddress': { password: PASSWORD, address: `0x${'9e'.repeat(20)}`, label: 'Cold' },
    'wallet.removeAddress': { password: PASSWORD, address: `0x${'9e'.repeat(20)}` },
    'sessions.prepare': { password: PASSWORD, keyId: null, hours: 24 },
    'sessions.authorise': { password: PASSWORD, hashes: [`0x${'1'.repeat(64)}`] },
    'sessions.confirmHandler': { password: PASSWORD, handler: `0x${'5e'.repeat(20)}`, verifier: null },
    'order.place': { ...intent, intentId: 'after-the-lock-1' },
    'order.cancel': { orderId: orderId! },
    'order.cancelAll': ALL_ORDERS,
    'order.resolveUnknown': { intentId: 'after-the-lock-1', orderId: null },
    'order.export': { what: 'orders', format: 'csv', fromMs: null, toMs: null },
    'exit.move': { moveId: 'after-the-lock-2', orderId: '1', price: 620_000, bookVersion: null },
    'exit.previewFlatten': { scope: { kind: 'all' }, cancelsOrders: true },
    'exit.flatten': {
      flattenId: 'after-the-lock-3',
      legs: [{ market: intent.market, side: 'yes', route: 'sell', worst: 10_000, isBookConfirmed: true }],
      cancelsOrders: true,
    },
    'exit.stopFlatten': { flattenId: 'after-the-lock-3' },
    'exit.dismiss': { exitId: 'after-the-lock-3' },
    'exit.panic': {},
    'exit.enablePanicFlatten': { password: PASSWORD },
    'conditional.setExitsOnly': {
      password: PASSWORD,
      hours: 1,
      exits: [{ market: intent.market, side: 'yes', price: 10_000, shares: null }],
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
    'drill.start': { kind: 'cutLine' },
    'drill.stop': {},
  };
  await until(() => expect(bench.shown.account?.orders.length).toBeGreaterThan(0));
  bench.lockReason('suspend');
  await until(() => expect(bench.shown.wallet?.vault).toBe('locked'));
});

afterAll(() => bench.close());

describe('after a lock of the keys', () => {
  it.each(COMMAND_NAMES)('%s follows its lock rule', async (name) => {
    const answer = await bench.call(name, inputs[name] as never);
    const code = answer.ok ? 'ok' : answer.error.code;
    // This bench is on network test.
    if (name.startsWith('drill.')) expect(code).toBe('NOT_IN_THIS_NETWORK');
    else if (name === 'vault.unlock') expect(code).toBe('WRONG_PASSWORD');
    // There is no keychain on this bench.
    else if (name === 'vault.unlockByDevice') expect(code).toBe('DENIED');
    else if (LOCK_RULES[name] === 'always') expect(code).toBe('ok');
    else expect(code).toBe('LOCKED');
  });

  it('shows nothing of the account, and the reason of the lock', () => {
    expect(bench.shown.wallet).toMatchObject({ setup: null, lockReason: { code: 'suspend' } });
    expect(bench.shown.wallet?.custody).toMatchObject({ keys: [], keysInMemory: false });
    expect(bench.shown.wallet?.custody.lastLock?.reason.code).toBe('suspend');
    expect(bench.shown.account).toMatchObject({
      at: 'none',
      armed: false,
      balance: null,
      orders: [],
      fills: [],
      positions: [],
    });
  });

  it('sends no signed request and closes the private stream', async () => {
    // Requests that started before the lock may still have been sent.
    const count = () => bench.sent().match(/X-Auth-Apikey/gi)?.length ?? 0;
    expect(count()).toBeGreaterThan(5);
    const before = count();
    for (const name of COMMAND_NAMES) await bench.call(name, inputs[name] as never);
    expect(count()).toBe(before);
    // Health is sent once a second.
    await until(() => {
      const own = bench.shown.health?.streams.find((stream) => stream.name === 'private');
      expect(own?.at ?? 'closed').toBe('closed');
    });
  });

  it('leaves the resting order at the exchange, and shows it again after the unlock', async () => {
    await until(async () => answerOf(await bench.call('vault.unlock', { password: PASSWORD })));
    await until(() => {
      expect(bench.shown.account?.orders.filter((order) => order.life.at === 'resting')).toHaveLength(1);
    });
    expect(bench.shown.account?.armed).toBe(false);
  });

  it.each<LockReason>(['lock-screen', 'last window closed', 'renderer crash', 'user switch'])(
    'comes on "%s" too',
    async (reason) => {
      await until(async () => answerOf(await bench.call('vault.unlock', { password: PASSWORD })));
      bench.lockReason(reason);
      expect(await bench.call('order.cancelAll', ALL_ORDERS)).toMatchObject({ error: { code: 'LOCKED' } });
    },
  );
});
