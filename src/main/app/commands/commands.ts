/**
 * The bridge's commands, each a few lines over the rooms: what is refused here is refused whatever the page does.
 *
 * Errors      Handlers may throw what the rooms throw: the gate turns it into an answer (failures.ts).
 */
import type { AppInfo, Handlers } from '#shared/ipc/contract.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { ReadOnlyReason } from '#shared/order/orderSigner.ts';
import { formatReadOnly } from '#shared/text/readOnlyReasons.ts';
import type { MarketData } from '../../market/marketData.ts';
import type { Confirmation, Shell } from '../../shell/port.ts';
import type { Log } from '../../storage/log.ts';
import type { Settings } from '../../storage/settings.ts';
import type { Trading } from '../../trading/trading.ts';
import type { LockController } from '../../vault/unlock/lockController.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { CustodyMemory } from '../custody.ts';
import type { Drills } from '../drills.ts';
import { buildCustodyHandlers, writeCopy } from './custodyCommands.ts';

export interface HandlerOptions {
  readonly info: AppInfo;
  readonly shell: Shell;
  readonly venue: Venue;
  readonly vault: Vault;
  readonly vaultFolder: string;
  readonly custody: CustodyMemory;
  /** Something that the wallet pane shows has changed. */
  onCustodyChange(): void;
  readonly locks: LockController;
  readonly wallet: Wallet;
  readonly market: MarketData;
  readonly trading: Trading;
  readonly drills: Drills;
  readonly settings: Settings;
  readonly log: Log;
  /** Why no key here signs the orders of the account's wallet, or null. */
  readOnly(): ReadOnlyReason | null;
  now(): number;
}

export function buildHandlers(options: HandlerOptions): Handlers {
  const { info, shell, venue, vault, locks, wallet, market, trading, drills, settings, log, now } = options;

  let isAsking = false;

  /** Main's own question, on networks where something is at stake; one at a time, so that a page can't pile them up. */
  async function agreeTo(question: Confirmation): Promise<boolean> {
    if (info.network === 'paper') return true;
    if (isAsking) return false;
    isAsking = true;
    try {
      return await shell.confirm(question);
    } finally {
      isAsking = false;
    }
  }
  const refused = (what: string) => fail('CANCELLED', `Expected ${what} to be confirmed, found it refused`);

  const custodyHandlers = buildCustodyHandlers({
    vault,
    vaultFolder: options.vaultFolder,
    trading,
    settings,
    memory: options.custody,
    shell,
    place: `${info.network}, ${info.baseUrl}`,
    agreeTo,
    noteOpened: () => locks.noteOpened(),
    onChange: options.onCustodyChange,
    now,
  });

  return {
    ...custodyHandlers,
    'app.describe': async () => succeed(info),
    'app.reportFault': async ({ where, message }) => {
      log.write('error', `page: ${where}`, message);
      return succeed(null);
    },
    'app.noteAct': async () => succeed(null),
    'layout.load': async () => succeed(settings.loadLayout()),
    'layout.save': async ({ json }) => {
      try {
        settings.saveLayout(json);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        return fail('BAD_INPUT', error.message);
      }
      return succeed(null);
    },
    'feed.watch': async (interest) => {
      market.watch(interest);
      for (const book of interest.books) trading.prefetchWalletRecord(book);
      return succeed(null);
    },
    'vault.create': async ({ password, key }) => succeed({ owner: await vault.create(password, key) }),
    'vault.unlock': async ({ password }) => {
      await vault.unlock(password);
      locks.noteOpened();
      return succeed(null);
    },
    'vault.lock': async () => {
      locks.lock('manual');
      return succeed(null);
    },
    'vault.backup': async ({ password, backupPassword }) => {
      const owner = vault.owner();
      if (owner === null) return fail('VAULT_ABSENT', 'Expected a key to back up, found none');
      const question = {
        title: 'Write a copy of this key to a file?',
        facts: [
          { label: 'Key', value: owner },
          { label: 'Network', value: `${info.network}, ${info.baseUrl}` },
          { label: 'Mind', value: 'Whoever has the file and its password has everything that this key holds' },
        ],
        confirmLabel: 'Write the copy',
      };
      if (!(await agreeTo(question))) return refused('the copy of the key');
      const json = await vault.exportKeystore(password, backupPassword);
      const stamp = new Date(now()).toISOString().replace(/[:.]/g, '-');
      const path = await shell.chooseSavePath(`UTC--${stamp}--${owner.slice(2)}.json`);
      if (path === null) return fail('CANCELLED', 'Expected a place for the backup, found none chosen');
      const held = writeCopy(path, json);
      const proved = await vault.checkKeystore(held, backupPassword);
      if (proved !== owner) return fail('BUG', 'Expected the backup to hold the own key, found another');
      await vault.markBackedUp();
      return succeed({ path, owner });
    },
    'account.open': async () => {
      const owner = vault.owner();
      if (info.network !== 'paper') {
        return fail('NOT_IN_THIS_NETWORK', `Expected network paper, found ${info.network}`);
      }
      if (owner === null || vault.status().at !== 'unlocked') {
        return fail('LOCKED', 'Expected an unlocked vault', 'Unlock the vault first');
      }
      const member = await venue.openPaperMember(owner);
      await vault.storeApiKey({ apiKey: member.apiKey, apiSecret: member.apiSecret });
      return succeed({ safe: member.safe, deposit: member.deposit });
    },
    'account.connect': async ({ apiKey, apiSecret, password }) => {
      if (info.network === 'paper') {
        return fail('NOT_IN_THIS_NETWORK', 'Expected network test or live, found paper');
      }
      await vault.checkPassword(password);
      const question = {
        title: 'Trade with this API key?',
        facts: [
          { label: 'API key', value: apiKey },
          { label: 'Exchange', value: info.baseUrl },
          { label: 'Own key', value: vault.owner() ?? 'none' },
          { label: 'Before', value: vault.credentials()?.apiKey ?? 'no API key' },
        ],
        confirmLabel: 'Connect',
      };
      if (!(await agreeTo(question))) return refused('the API key');
      await vault.storeApiKey({ apiKey, apiSecret });
      return succeed(null);
    },
    'account.arm': async ({ armed }) => {
      if (armed && vault.status().at !== 'unlocked') {
        return fail('LOCKED', 'Expected an unlocked vault', 'Unlock the vault first');
      }
      const readOnly = options.readOnly();
      if (armed && readOnly !== null) {
        return fail('SETUP_REFUSED', 'Expected a key that signs for this wallet, found none', formatReadOnly(readOnly));
      }
      if (armed && wallet.view()?.status !== 'ready') {
        return fail('SETUP_REFUSED', 'Expected a wallet that is ready', 'Finish the wallet setup first');
      }
      return succeed({ armed: trading.setArmed(armed) });
    },
    'wallet.read': async () => {
      if (venue.health().clock === null) await venue.measureClock();
      return succeed(await wallet.read());
    },
    'wallet.setup': async ({ password, hashes }) => {
      const seen = wallet.view();
      if (seen === null)
        return fail('SETUP_REFUSED', 'Expected the calls to be read first', 'Read the set-up calls first');
      const calls = seen.calls.filter((call) => hashes.includes(call.hash));
      const question = {
        title: 'Sign these wallet calls?',
        facts: [
          { label: 'Wallet', value: seen.safe },
          { label: 'Chain', value: String(seen.chainId) },
          ...calls.flatMap((call) =>
            call.effects.map((effect) => ({ label: `Call ${call.nonce}`, value: effect.sentence })),
          ),
        ],
        confirmLabel: `Sign ${calls.length}`,
      };
      if (!(await agreeTo(question))) return refused('the calls');
      return succeed(await wallet.setup(password, hashes));
    },
    'wallet.acceptChanges': async ({ password }) => {
      const changes = wallet.changes();
      if (changes.length === 0) {
        return fail('SETUP_REFUSED', 'Expected changes to accept, found none', 'Read the wallet again');
      }
      await vault.checkPassword(password);
      const question = {
        title: 'Accept these changes of your wallet?',
        facts: [
          { label: 'Key', value: vault.owner() ?? 'none' },
          ...changes.map((value) => ({ label: 'Change', value })),
          { label: 'Mind', value: 'Orders will be signed for the new contract, chain or domain' },
        ],
        confirmLabel: 'Accept',
      };
      if (!(await agreeTo(question))) return refused('the changes');
      wallet.acceptChanges(changes);
      return succeed(null);
    },
    'order.place': async (intent) => succeed(await trading.place(intent)),
    'order.cancel': async ({ orderId }) => succeed(await trading.cancel(orderId)),
    'order.cancelAll': async ({ market: id }) => succeed(await trading.cancelAll(id)),
    'order.resolveUnknown': async ({ intentId, orderId }) => succeed(trading.resolveUnknown(intentId, orderId)),
    'drill.start': async ({ kind }) => {
      if (info.network !== 'paper') {
        return fail('NOT_IN_THIS_NETWORK', `Expected network paper, found ${info.network}`);
      }
      await drills.start(kind);
      return succeed(null);
    },
    'drill.stop': async () => {
      if (info.network !== 'paper') {
        return fail('NOT_IN_THIS_NETWORK', `Expected network paper, found ${info.network}`);
      }
      await drills.stop();
      return succeed(null);
    },
  };
}
