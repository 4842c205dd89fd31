/** A person who follows the wizard from the step that it shows to the last one, through the handlers of the bridge. */
import { buildAccountCommands } from '#main/app/commands/account.ts';
import { buildVaultCommands } from '#main/app/commands/vault.ts';
import { buildWalletCommands } from '#main/app/commands/wallet.ts';
import type { Confirmations } from '#main/app/confirmations.ts';
import type { Trader } from '#main/app/trader.ts';
import { isOpen } from '#main/wallet/relayLife.ts';
import { findStep, INITIAL_PROGRESS, listPending, type StepName } from '#renderer/shell/wizard/model.ts';
import type { Result } from '#shared/ipc/result.ts';

const confirmations: Confirmations = {
  ask: async () => true,
  askWithPassword: async () => true,
  askAfterPassword: async () => true,
};
/** No step of the wizard is shown twice, but for reading again. */
const MOST_STEPS = 12;

function requireValue<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Expected success, found ${result.error.code}`);
  return result.value;
}

/** The steps that were shown, the last one included. */
export async function takeSetupSteps(trader: Trader, password: string): Promise<readonly StepName[]> {
  const account = buildAccountCommands({ trader, info: { network: 'paper' }, confirmations });
  const vault = buildVaultCommands({ trader, confirmations, buildConsent: { settle: async () => null } });
  const wallet = buildWalletCommands({ trader, confirmations });
  const taken: StepName[] = [];
  let progress = INITIAL_PROGRESS;
  while (taken.length < MOST_STEPS) {
    const view = trader.walletView();
    const step = findStep(view, 'paper', progress);
    taken.push(step);
    switch (step) {
      case 'ready':
        return taken;
      case 'unlock':
        requireValue(await vault['vault.unlock']({ password }));
        break;
      case 'key':
        requireValue(await vault['vault.create']({ password, key: { kind: 'random' } }));
        break;
      case 'account':
        requireValue(await account['account.open']({}));
        break;
      case 'read': {
        const { calls } = requireValue(await wallet['wallet.read']({}));
        progress = { ...progress, reviewed: calls.map(({ hash }) => hash) };
        break;
      }
      case 'sign': {
        // What an earlier run signed is finished by the queue.
        for (const { hash } of trader.relays.entries().filter(isOpen)) await trader.relays.settled(hash);
        await trader.wallet.read();
        if (trader.wallet.view()?.status === 'ready') break;
        const hashes = listPending(trader.wallet.view()!).map(({ hash }) => hash);
        requireValue(await wallet['wallet.setup']({ password, hashes }));
        break;
      }
      default:
        throw new Error(`Expected a step of an own key, found ${step}`);
    }
  }
  throw new Error(`Expected the wizard to end, found the steps ${taken.join(', ')}`);
}
