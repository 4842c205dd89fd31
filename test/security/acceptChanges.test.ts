/** Wallet changes need the password and a confirmation outside the page; neither is enough alone. */
import { afterEach, expect, it } from 'vitest';
import { buildHandlers, type CommandOptions } from '#main/app/commands/commands.ts';
import { openConfirmations } from '#main/app/confirmations.ts';
import type { Confirmation } from '#main/shell/port.ts';
import { openWallet } from '#main/wallet/wallet.ts';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { OWNER, recordWith, STRANGER } from '#test/unit/main/wallet/testRecord.ts';
import { openTestRelays } from '#test/unit/main/wallet/testRelays.ts';

afterEach(removeFolders);

async function openBench(network: 'paper' | 'test' = 'test') {
  const vault = openTestVault({ folder: makeFolder() });
  await vault.create(PASSWORD, { kind: 'random' });
  let exchangeAddress = recordWith([]).exchangeAddress;
  const wallet = openWallet({
    fetchWallet: async () => ({ ...recordWith([]), exchangeAddress }),
    relays: openTestRelays({
      relay: () => Promise.reject(new Error('Expected no relay')),
      readRecord: () => Promise.reject(new Error('Expected no read')),
    }).queue,
    signSafeTxs: () => Promise.reject(new Error('Expected no signature')),
    owner: () => OWNER,
    wait: async () => undefined,
  });
  const asked: Confirmation[] = [];
  let agree = true;
  const exchange = { network, baseUrl: 'http://127.0.0.1:4000' };
  const confirmations = openConfirmations({
    now: () => 0,
    schedule: () => () => undefined,
    vault,
    exchange,
    shell: {
      confirm: async (question: Confirmation) => {
        asked.push(question);
        return agree;
      },
    },
  });
  // The commands of other modules are not called here.
  const options = { trader: { vault, wallet }, confirmations, info: exchange } as unknown as CommandOptions;
  const handlers = buildHandlers(options);
  await wallet.read();
  exchangeAddress = STRANGER;
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  const accept = (password: string) => handlers['wallet.acceptChanges']({ password });
  return { wallet, asked, accept, refuse: () => (agree = false) };
}

it('needs the password, and asks nothing before it is right', async () => {
  const { wallet, asked, accept } = await openBench();
  await expect(accept('Not-the-password-1')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
  expect(asked).toEqual([]);
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
});

it('needs a confirmation outside the page, which shows both values as main read them', async () => {
  const { wallet, asked, accept, refuse } = await openBench();
  refuse();
  expect(await accept(PASSWORD)).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
  await expect(wallet.read()).rejects.toMatchObject({ code: 'WALLET_CHANGED' });
  const shown = asked[0]?.facts.find((fact) => fact.label === 'Change')?.value;
  expect(shown).toBe(`exchange contract was ${recordWith([]).exchangeAddress} and is now ${STRANGER}`);
});

it('uses the new values after both, and then has nothing to accept', async () => {
  const { wallet, accept } = await openBench();
  expect(await accept(PASSWORD)).toMatchObject({ ok: true });
  expect((await wallet.read()).exchange).toBe(STRANGER);
  expect(await accept(PASSWORD)).toMatchObject({ ok: false, error: { code: 'SETUP_REFUSED' } });
});

it('asks only for the password on paper', async () => {
  const { asked, accept } = await openBench('paper');
  expect(await accept(PASSWORD)).toMatchObject({ ok: true });
  expect(asked).toEqual([]);
});
