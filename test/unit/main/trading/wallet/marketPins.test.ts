import { expect, it } from 'vitest';
import {
  createMarketPins,
  createRunPins,
  type MarketPinStore,
  type PinsByMarket,
} from '#main/trading/wallet/marketPins.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord } from '#shared/order/account/account.ts';
import type { MarketPin } from '#shared/order/wallet/pins.ts';
import { type MarketId, parseHex32, parseMarketId, parseTokenId } from '#shared/units/ids.ts';
import { openFakeClock } from '#test/slice/fakeClock.ts';
import { makeIntent, makeMarket, makeWallet } from '#test/slice/makers.ts';
import { openTradingBench } from '#test/slice/tradingBench.ts';

const M = makeIntent().market;
const EXCHANGED = { yesTokenId: parseTokenId('222'), noTokenId: parseTokenId('111') };
const PIN: MarketPin = {
  conditionId: parseHex32(`0x${'cc'.repeat(32)}`),
  yesTokenId: parseTokenId('111'),
  noTokenId: parseTokenId('222'),
  closeAtMs: makeMarket().closeAtMs,
};

/** Stored pins that survive a restart of trading. */
function openStore(pins: PinsByMarket = {}) {
  const disk = { pins, saves: 0, isFull: false, isOpen: true };
  const store: MarketPinStore = {
    value: () => disk.pins,
    isOpen: () => disk.isOpen,
    save(next) {
      if (disk.isFull) throw new Error('disk full');
      disk.pins = next;
      disk.saves += 1;
    },
  };
  return { disk, store };
}

function openPins(store: MarketPinStore = createRunPins()) {
  const clock = openFakeClock();
  const listed = new Map<MarketId, Market>();
  let changes = 0;
  const state = { record: makeWallet() as MarketWalletRecord };
  const pins = createMarketPins({
    store,
    wallets: { fetch: async () => state.record, clear: () => {} },
    checkMarketRecord: () => null,
    market: (id) => listed.get(id) ?? null,
    now: clock.now,
    schedule: clock.schedule,
    onChange: () => {
      changes += 1;
    },
    onFault(error) {
      throw error;
    },
  });
  const list = (change: Partial<Market> = {}): Market => {
    const market = makeMarket(change);
    listed.set(market.id, market);
    return market;
  };
  return { clock, listed, list, pins, state, changes: () => changes };
}

it('saves markets read at about the same time once, and not while the vault is locked', async () => {
  const { disk, store } = openStore();
  const { pins, list, clock } = openPins(store);
  for (const name of ['a', 'b', 'c']) pins.note(makeWallet(), list({ id: parseMarketId(name) }));
  expect(disk.saves).toBe(0);
  disk.isOpen = false;
  await clock.advance(1_000);
  expect(disk.saves).toBe(0);
  disk.isOpen = true;
  pins.note(makeWallet(), list({ id: parseMarketId('d') }));
  await clock.advance(1_000);
  expect([disk.saves, Object.keys(disk.pins)]).toEqual([1, ['a', 'b', 'c', 'd']]);
});

it('finds a listing and a record that differ from the pin, until they agree again', () => {
  const { store } = openStore({ [M]: PIN });
  const { pins, list, changes } = openPins(store);
  list();
  expect(pins.listChanges()).toEqual([]);
  list(EXCHANGED);
  const { closeAtMs: _closeAtMs, ...before } = PIN;
  const now = { ...before, ...EXCHANGED };
  expect(pins.listChanges()).toEqual([{ market: M, before, now }]);
  const other = parseHex32(`0x${'dd'.repeat(32)}`);
  pins.note(makeWallet({ conditionId: other }), list());
  expect(pins.findChange(M)?.now).toEqual({ ...before, conditionId: other });
  pins.note(makeWallet(), list());
  expect(pins.findChange(M)).toBeNull();
  expect(changes()).toBe(2);
});

it('accepts exactly the change that was read, and keeps the old pin when it cannot be saved', async () => {
  const { disk, store } = openStore({ [M]: PIN });
  const { pins, list, state } = openPins(store);
  list(EXCHANGED);
  state.record = makeWallet(EXCHANGED);
  const change = await pins.read(M);
  if (change === null || 'code' in change) throw new Error('Expected a change');
  expect(pins.accept({ ...change, now: { ...change.now, conditionId: parseHex32(`0x${'dd'.repeat(32)}`) } })).toBe(
    false,
  );
  disk.isFull = true;
  expect(() => pins.accept(change)).toThrow('disk full');
  expect(pins.findChange(M)).toEqual(change);
  disk.isFull = false;
  expect(pins.accept(change)).toBe(true);
  expect(pins.findChange(M)).toBeNull();
  expect(disk.pins[M]).toMatchObject(EXCHANGED);
});

it('drops pins of markets that left the list a week after their close, and no others', () => {
  const day = 86_400_000;
  const { clock } = openPins();
  const names = ['unlisted-old', 'unlisted-young', 'unlisted-open', 'listed-old'] as const;
  const closes = [clock.now() - 8 * day, clock.now() - 6 * day, null, clock.now() - 8 * day];
  const stored = names.map((name, index) => [name, { ...PIN, closeAtMs: closes[index]! }]);
  const { disk, store } = openStore(Object.fromEntries(stored));
  const { pins, list } = openPins(store);
  list({ id: parseMarketId('listed-old') });
  pins.note(makeWallet(), list());
  pins.savePinned();
  expect(Object.keys(disk.pins)).toEqual(['unlisted-young', 'unlisted-open', 'listed-old', M]);
});

it('keeps at most 4,000 pins: those of unlisted markets make room, those of listed ones never', () => {
  const many = Array.from({ length: 4_000 }, (_, index) => [`m-${index}`, { ...PIN, closeAtMs: null }]);
  const { disk, store } = openStore(Object.fromEntries(many));
  const { pins, list, listed } = openPins(store);
  for (const [name] of many.slice(1)) listed.set(parseMarketId(name as string), makeMarket());
  pins.note(makeWallet(), list());
  pins.savePinned();
  expect(Object.keys(disk.pins)).toHaveLength(4_000);
  expect(disk.pins[parseMarketId('m-0')]).toBeUndefined();
  pins.note(makeWallet(), list({ id: parseMarketId('one-more') }));
  expect(() => pins.savePinned()).toThrow('Expected at most 4000 pinned markets');
});

it('signs an order under a saved pin only', async () => {
  const { disk, store } = openStore();
  disk.isFull = true;
  const { trading, open, log } = openTradingBench({ marketPins: store });
  await open();
  trading.setArmed(true);
  const codes = async (intentId: string) => {
    const receipt = await trading.place({ ...makeIntent(), intentId: intentId as never });
    return receipt.outcome === 'denied' ? receipt.denials.map((denial) => denial.code) : receipt.outcome;
  };
  expect(await codes('one')).toEqual(['pinNotSaved']);
  expect(log).not.toContain('sign');
  disk.isFull = false;
  expect(await codes('two')).toBe('accepted');
  expect(disk.pins[M]).toEqual(PIN);
});

it('signs nothing once the legs are exchanged in all sources at once, also after a restart', async () => {
  const { store } = openStore();
  const bench = openTradingBench({ marketPins: store });
  await bench.open();
  bench.trading.setArmed(true);
  expect((await bench.trading.place({ ...makeIntent(), intentId: 'first' as never })).outcome).toBe('accepted');
  const signed = bench.log.filter((line) => line === 'sign').length;
  bench.context.market = () => makeMarket(EXCHANGED);
  bench.exchange.wallet = makeWallet(EXCHANGED);
  for (const trading of [bench.trading, bench.reopen()]) {
    trading.applyPrivateEvent({ kind: 'open', atMs: bench.clock.now() });
    await bench.clock.settle();
    trading.setArmed(true);
    const receipt = await trading.place({ ...makeIntent(), intentId: `again-${Math.random()}` as never });
    expect(receipt).toMatchObject({ outcome: 'denied', denials: [{ code: 'marketChanged' }] });
    expect(trading.marketPins.listChanges()).toHaveLength(1);
  }
  expect(bench.log.filter((line) => line === 'sign')).toHaveLength(signed);
});

it('signs nothing when only the record changes its condition, before the listing shows anything', async () => {
  const { store } = openStore({ [M]: PIN });
  const bench = openTradingBench({ marketPins: store });
  bench.exchange.wallet = makeWallet({ conditionId: parseHex32(`0x${'dd'.repeat(32)}`) });
  await bench.open();
  bench.trading.setArmed(true);
  const receipt = await bench.trading.place(makeIntent());
  expect(receipt).toMatchObject({ outcome: 'denied', denials: [{ code: 'marketChanged' }] });
  expect(bench.log).not.toContain('sign');
});
