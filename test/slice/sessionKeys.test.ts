/** Session keys in the headless trader on an embedded exchange: from a new key to its removal, over a restart. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildKeyCommands } from '#main/app/commands/keys.ts';
import { buildSessionKeyCommands } from '#main/app/commands/sessionKeys.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import type { Trader } from '#main/app/trader.ts';
import { SESSION_HANDLER } from '#paper/server/chain/chain.ts';
import type { Result } from '#shared/ipc/result.ts';
import { openTraderBench, PASSWORD, type TraderBench, until } from './traderBench.ts';

let bench: TraderBench;
let requests: string[];
let questions: [string, unknown][];
let agrees: boolean;
beforeAll(async () => {
  requests = [];
  questions = [];
  agrees = true;
  bench = await openTraderBench({}, { onRequest: ({ method, target }) => void requests.push(`${method} ${target}`) });
  await bench.setUp();
});
afterAll(() => bench.close());

function commandsOf(trader: Trader) {
  const confirmations: Confirmations = {
    ask: async () => true,
    askAfterPassword: async () => true,
    askWithPassword: async (password, code, parameters) => {
      await trader.vault.checkPassword(password);
      questions.push([code, parameters]);
      return agrees;
    },
  };
  return {
    ...buildSessionKeyCommands({ trader, confirmations }),
    removeKey: buildKeyCommands({ trader, confirmations })['vault.removeKey'],
  };
}
function answerOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Expected success, found ${JSON.stringify(result.error)}`);
  return result.value;
}
const relays = (): number => requests.filter((line) => line.endsWith('/wallet/relay')).length;
const password = PASSWORD;

it('goes from a new key to an authorised one, with every step asked outside the page', async () => {
  const commands = commandsOf(bench.trader);
  const { sessionKeys, trading } = bench.trader;
  trading.setArmed(true);
  const setupRelays = relays();

  // The embedded exchange grants seven days at most.
  const prepared = answerOf(await commands['sessions.prepare']({ password, keyId: null, hours: 24 * 30 }));
  const { requestedUntilMs, grantedUntilMs, refusal, calls } = prepared.grant!;
  expect(requestedUntilMs - grantedUntilMs).toBeGreaterThan(22 * 86_400_000);
  expect(refusal).toEqual({ code: 'noPinnedHandler', parameters: {} });
  const hashes = calls.map(({ hash }) => hash);
  await expect(commands['sessions.authorise']({ password, hashes })).rejects.toThrow('Expected allowed calls');
  expect(questions).toEqual([['prepareSessionKey', { hours: 24 * 30, key: null }]]);

  agrees = false;
  const handler = SESSION_HANDLER.toLowerCase();
  const declined = await commands['sessions.confirmHandler']({ password, handler: handler as never, verifier: null });
  expect(declined).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  expect(sessionKeys.view().handler).toBeNull();
  agrees = true;
  answerOf(await commands['sessions.confirmHandler']({ password, handler: handler as never, verifier: null }));

  const { id: keyId } = prepared.keys[0]!;
  const again = answerOf(await commands['sessions.prepare']({ password, keyId, hours: 1 }));
  expect(again.grant).toMatchObject({ refusal: null, changesHandler: true });
  expect(again.grant!.grantedUntilMs).toBe(again.grant!.requestedUntilMs);
  expect(relays()).toBe(setupRelays);
  const authorise = { password, hashes: again.grant!.calls.map(({ hash }) => hash) };
  const view = answerOf(await commands['sessions.authorise'](authorise));
  expect(questions.at(-1)).toMatchObject([
    'authoriseSessionKey',
    { key: again.keys[0]!.x, requestedUntil: null, calls: [{}, {}] },
  ]);
  const untilMs = again.grant!.grantedUntilMs;
  expect(view.keys).toMatchObject([{ authorised: { untilMs, isConfirmed: false, isUnderWay: true } }]);
  await until(() => {
    const { keys } = sessionKeys.view();
    expect(keys).toMatchObject([{ authorised: { untilMs, isConfirmed: true, isUnderWay: false } }]);
  });
  expect(relays()).toBe(setupRelays + 2);
  // The wallet has a new signature handler.
  expect(trading.view().armed).toBe(false);
  await expect(commands['sessions.authorise'](authorise)).rejects.toThrow('Expected prepared calls');
});

it('is listed after a restart and never owns the wallet, and its lost relay is found after another one', async () => {
  const trader = await bench.reopen();
  expect(trader.walletView().sessionKeys.keys).toEqual([]);
  await trader.vault.unlock(PASSWORD);
  await until(() => expect(trader.walletView()).toMatchObject({ setup: { status: 'ready' } }));
  const { keys, handler } = trader.walletView().sessionKeys;
  expect(handler).toBe(SESSION_HANDLER.toLowerCase());
  expect(keys).toMatchObject([{ authorised: { isConfirmed: true } }]);
  expect(trader.walletView().signer).toMatchObject({ kind: 'own' });

  const commands = commandsOf(trader);
  const more = answerOf(await commands['sessions.prepare']({ password, keyId: keys[0]!.id, hours: 2 }));
  expect(more.grant).toMatchObject({ refusal: null, changesHandler: false, calls: [{}] });

  // The program ends with the answer: the next start finds what the wallet executed, and sends nothing.
  const before = relays();
  await trader.venue.startPaperFaults([{ kind: 'lost_answer', target: '/wallet/relay', count: 1 }]);
  await commands['sessions.authorise']({ password, hashes: more.grant!.calls.map(({ hash }) => hash) });
  await until(() => expect(relays()).toBe(before + 1));
  const next = await bench.reopen();
  await next.vault.unlock(PASSWORD);
  await until(() => {
    const authorised = { untilMs: more.grant!.grantedUntilMs, isConfirmed: true, isUnderWay: false };
    expect(next.walletView().sessionKeys.keys).toMatchObject([{ authorised }]);
  });
  expect(relays()).toBe(before + 1);
});

it('is gone once it is removed', async () => {
  const { trader } = bench;
  const commands = commandsOf(trader);
  const { keys } = trader.walletView().sessionKeys;
  answerOf(await commands.removeKey({ password, id: keys[0]!.id }));
  expect(trader.walletView().sessionKeys.keys).toEqual([]);
  const answer = await commands['sessions.prepare']({ password, keyId: keys[0]!.id, hours: 2 });
  expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', parameters: { what: 'key' } } });
});

it('creates no key and asks nothing of the exchange with a wrong password, or when it is declined', async () => {
  const before = requests.length;
  const commands = commandsOf(bench.trader);
  agrees = false;
  const declined = await commands['sessions.prepare']({ password, keyId: null, hours: 1 });
  expect(declined).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  agrees = true;
  const wrong = { password: 'wrong', keyId: null, hours: 1 };
  await expect(commands['sessions.prepare'](wrong)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(bench.trader.vault.sessionKeys()).toEqual([]);
  expect(requests.slice(before).filter((line) => line.includes('session-key'))).toEqual([]);
});
