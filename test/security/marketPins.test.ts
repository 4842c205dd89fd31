/** An exchange that exchanges YES and NO in all its sources at once: no order is signed until a person accepts it. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildWalletCommands } from '#main/app/commands/wallet.ts';
import { openConfirmations } from '#main/app/confirmations.ts';
import { openTrader, type Trader } from '#main/app/trader.ts';
import type { Confirmation } from '#main/shell/port.ts';
import { openExchange, type PaperExchange } from '#paper/server/exchange.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { type ChangedAnswers, openChangedAnswers } from '#test/app/changedAnswers.ts';
import { schedule } from '#test/slice/realTimers.ts';
import { intend, PASSWORD, RESTING_PRICE, until } from '#test/slice/traderBench.ts';
import { cheapKdf } from '#test/unit/main/vault/openTestVault.ts';

let exchange: PaperExchange;
let proxy: ChangedAnswers;
let dataFolder: string;
let trader: Trader;

function open(): Trader {
  return openTrader({
    dataFolder,
    exchange: {
      network: 'paper',
      baseUrl: `http://127.0.0.1:${proxy.port}`,
      wsBaseUrl: `ws://127.0.0.1:${proxy.port}`,
      headers: { 'X-Adyton-Paper': exchange.token! },
    },
    log: { path: '', write: () => {} },
    now: () => Date.now(),
    steadyMs: () => performance.now(),
    schedule,
    random: { uniform: Math.random, bytes: (length) => new Uint8Array(randomBytes(length)) },
    keychain: null,
    kdf: cheapKdf,
  });
}

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'adyton-market-pins-'));
  exchange = await openExchange({ seed: 7 });
  proxy = await openChangedAnswers(exchange.port);
  trader = open();
});
afterEach(async () => {
  await trader.close();
  await proxy.close();
  await exchange.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

/** Exchanges the legs in market lists, single markets and wallet records. */
const exchangeLegs = (body: string): string =>
  body.replace(
    /"(ctf_)?(yes|no)_token_id"/g,
    (_all, prefix = '', leg) => `"${prefix}${leg === 'yes' ? 'no' : 'yes'}_token_id"`,
  );

async function setUpWallet(): Promise<void> {
  const { vault, venue, wallet, trading } = trader;
  const owner = await vault.create(PASSWORD, { kind: 'random' });
  const { apiKey, apiSecret } = await venue.openPaperMember(owner);
  await vault.storeApiKey({ apiKey, apiSecret });
  const { calls } = await wallet.read();
  await wallet.setup(PASSWORD, wallet.planSetup(calls.map((call) => call.hash)));
  await until(() => expect(trading.view()).toMatchObject({ at: 'live', reason: null }));
}

async function watchFirst(id: MarketId | null = null): Promise<MarketId> {
  const market = await until(() => {
    const found = trader.market.catalogue().markets.find((one) => id === null || one.id === id);
    if (found === undefined) throw new Error('Expected a market');
    return found.id;
  });
  trader.market.watch({ books: [market], tapes: [], candles: [], underlyings: [] });
  await until(() => expect(trader.market.book(market)?.health.at).toBe('live'));
  return market;
}

/** Starts the program again, on the same data folder, up to an armed account. */
async function restart(): Promise<void> {
  await trader.close();
  trader = open();
  await trader.vault.unlock(PASSWORD);
  await until(() => expect(trader.trading.view()).toMatchObject({ at: 'live', reason: null }));
  await until(() => expect(trader.readiness().code).toBe('disarmed'));
  trader.trading.setArmed(true);
}

const countSigned = (): number => trader.journal.load(0).filter((entry) => entry.kind === 'signed').length;
const place = (market: MarketId) =>
  trader.trading.place(intend({ market, side: 'yes', direction: 'buy', price: RESTING_PRICE }));

it('signs nothing after the legs were exchanged, until a person accepts exactly that outside the page', async () => {
  await setUpWallet();
  trader.trading.setArmed(true);
  const market = await watchFirst();
  expect(await place(market)).toMatchObject({ outcome: 'accepted' });
  const before = trader.protectedSettings.value().marketPins[market]!;
  expect(countSigned()).toBe(1);

  proxy.rewrite(/./, exchangeLegs);
  await restart();
  await watchFirst(market);
  expect(await place(market)).toMatchObject({ outcome: 'denied', denials: [{ code: 'marketChanged' }] });
  expect(countSigned()).toBe(1);
  const exchanged = { ...before, yesTokenId: before.noTokenId, noTokenId: before.yesTokenId };
  const { closeAtMs: _closeAtMs, ...now } = exchanged;
  await until(() => expect(trader.walletView().custody.changedMarkets).toMatchObject([{ market, now }]));

  const asked: Confirmation[] = [];
  let agree = false;
  const confirmations = openConfirmations({
    vault: trader.vault,
    exchange: { network: 'test', baseUrl: trader.exchange.baseUrl },
    now: () => Date.now(),
    schedule: () => () => undefined,
    shell: {
      async confirm(question) {
        asked.push(question);
        return agree;
      },
    },
  });
  const { 'wallet.acceptMarket': accept } = buildWalletCommands({ trader, confirmations });
  await expect(accept({ password: 'Not-the-password-1', market })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(asked).toEqual([]);
  expect(await accept({ password: PASSWORD, market })).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  const facts = asked[0]!.facts.map((fact) => `${fact.label}: ${fact.value}`);
  expect(facts).toContain(`YES token: ${before.noTokenId}, was ${before.yesTokenId}`);
  expect(facts).toContain(`NO token: ${before.yesTokenId}, was ${before.noTokenId}`);
  expect(await place(market)).toMatchObject({ outcome: 'denied', denials: [{ code: 'marketChanged' }] });

  agree = true;
  expect(await accept({ password: PASSWORD, market })).toEqual({ ok: true, value: null });
  expect(trader.walletView().custody.changedMarkets).toEqual([]);
  expect(trader.protectedSettings.value().marketPins[market]).toMatchObject(exchanged);
  // The pin no longer stands in the way; the embedded exchange refuses an order for the other leg's token.
  expect(await place(market)).toMatchObject({ outcome: 'rejected' });
  expect(await accept({ password: PASSWORD, market })).toMatchObject({ error: { code: 'NOT_FOUND' } });
});

it('does not accept legs that are exchanged in one source only', async () => {
  await setUpWallet();
  trader.trading.setArmed(true);
  const market = await watchFirst();
  expect(await place(market)).toMatchObject({ outcome: 'accepted' });
  proxy.rewrite(/\/markets/, (body) =>
    body
      .replaceAll('"ctf_yes_token_id"', '"x"')
      .replaceAll('"ctf_no_token_id"', '"ctf_yes_token_id"')
      .replaceAll('"x"', '"ctf_no_token_id"'),
  );
  await restart();
  await watchFirst(market);
  expect(await place(market)).toMatchObject({ outcome: 'denied', denials: [{ code: 'marketChanged' }] });
  expect(await trader.trading.marketPins.read(market)).toEqual({ code: 'otherTokens', parameters: {} });
  expect(countSigned()).toBe(1);
});

it('does not trade in a market without token ids', async () => {
  proxy.rewrite(/\/markets/, (body) => body.replace(/"ctf_(yes|no)_token_id"/g, '"not_registered_$1"'));
  await setUpWallet();
  trader.trading.setArmed(true);
  const market = await watchFirst();
  expect(await place(market)).toMatchObject({ outcome: 'denied', denials: [{ code: 'noTokenIds' }] });
  expect(countSigned()).toBe(0);
});
