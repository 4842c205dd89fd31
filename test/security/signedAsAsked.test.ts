/** Page and exchange in collusion: what the question about wallet calls displays is what is signed, or nothing is. */
import { afterEach, describe, expect, it } from 'vitest';
import { buildHandlers, type CommandOptions } from '#main/app/commands/commands.ts';
import { openConfirmations } from '#main/app/confirmations.ts';
import type { Confirmation } from '#main/shell/port.ts';
import { openWallet, type Wallet } from '#main/wallet/wallet.ts';
import type { SetupCall } from '#shared/order/account/account.ts';
import { makeFolder, openTestVault, PASSWORD, removeFolders } from '#test/unit/main/vault/openTestVault.ts';
import { approve, makeCall, OWNER, recordWith, STRANGER, setupCalls, USDC } from '#test/unit/main/wallet/testRecord.ts';
import { openTestRelays } from '#test/unit/main/wallet/testRelays.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashSafeTx } from '#wire/eip712/safeTx.ts';

afterEach(removeFolders);

const hashesOf = (calls: readonly SetupCall[]): string[] => calls.map((call) => call.hash);

async function openBench() {
  const vault = openTestVault({ folder: makeFolder() });
  await vault.create(PASSWORD, { kind: 'random' });
  const state = {
    served: [...setupCalls] as readonly SetupCall[],
    signed: [] as string[],
    questions: [] as Confirmation[],
    whileAsked: async (): Promise<void> => undefined,
  };
  const { queue } = openTestRelays({
    readRecord: () => wallet.readRecord(),
    async relay(request) {
      state.served = state.served.filter((call) => call.data !== request.data);
      return { tx: '0x' };
    },
  });
  const wallet: Wallet = openWallet({
    fetchWallet: async () => recordWith([...state.served]),
    relays: queue,
    async signSafeTxs(requests) {
      return requests.map(({ tx, domain }) => {
        const hash = encodeHex32(hashSafeTx(tx, domain));
        state.signed.push(hash);
        return { hash, signature: `0x${'11'.repeat(65)}` as const };
      });
    },
    owner: () => OWNER,
    wait: async () => undefined,
  });
  const exchange = { network: 'test', baseUrl: 'http://127.0.0.1:4000' } as const;
  const confirmations = openConfirmations({
    now: () => 0,
    schedule: () => () => undefined,
    vault,
    exchange,
    shell: {
      async confirm(question) {
        state.questions.push(question);
        await state.whileAsked();
        return true;
      },
    },
  });
  // The commands of other modules are not called here.
  const trader = { vault, wallet, venue: { health: () => ({ clock: {} }) } };
  const handlers = buildHandlers({ trader, confirmations, info: exchange } as unknown as CommandOptions);
  await wallet.read();
  const setup = (hashes: readonly string[], password = PASSWORD) =>
    handlers['wallet.setup']({ password, hashes: [...hashes] });
  return { state, handlers, setup };
}

describe('the question about wallet calls', () => {
  it('displays every call that is then signed, and no other is signed', async () => {
    const { state, setup } = await openBench();
    expect(await setup(hashesOf(setupCalls))).toMatchObject({ ok: true, value: { status: 'ready' } });
    expect(state.questions).toHaveLength(1);
    expect(state.questions[0]?.confirmLabel).toBe(`Sign ${setupCalls.length}`);
    expect(state.signed).toEqual(hashesOf(setupCalls));
  });

  it('is followed by no signature when the exchange serves other calls while it is open', async () => {
    const other = makeCall({ to: USDC, data: approve(STRANGER), operation: 0, nonce: 4 });
    const { state, handlers, setup } = await openBench();
    state.whileAsked = async () => {
      state.served = [other, ...setupCalls.slice(1)];
      await handlers['wallet.read']({});
    };
    // The page names the call that it will have read by then.
    await expect(setup([...hashesOf(setupCalls), other.hash])).rejects.toMatchObject({
      coded: { code: 'SETUP_REFUSED', parameters: { code: 'callsChanged' } },
    });
    expect(JSON.stringify(state.questions)).not.toContain(STRANGER);
    expect(state.signed).toEqual([]);
  });

  it('is not asked about calls that were not displayed, about none, or before the password', async () => {
    const { state, setup } = await openBench();
    for (const hashes of [[`0x${'1'.repeat(64)}`], hashesOf(setupCalls.slice(1))]) {
      await expect(setup(hashes)).rejects.toMatchObject({ coded: { parameters: { code: 'callsChanged' } } });
    }
    await expect(setup(hashesOf(setupCalls), 'Not-the-password-1')).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    expect([state.questions, state.signed]).toEqual([[], []]);
  });
});
