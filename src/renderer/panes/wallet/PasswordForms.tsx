/** Forms that ask for the password only. */

import type { KeychainUnlockView, KeyView } from '#shared/ipc/custody.ts';
import type { MarketPinChange } from '#shared/order/wallet/pins.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { useMarketTitle } from '../../domain/markets/markets.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { shorten } from '../../ui/shorten.ts';
import { type FormCommand, useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

export function CopyForm() {
  return (
    <PasswordOnlyForm
      title={WALLET_PANE_LABELS.saveCopyOfVault}
      lead="Writes every key and secret of the vault, encrypted. The current password opens the copy."
      submit="Save copy"
      busy="Writing and verifying…"
      send={(run, password) =>
        run('vault.saveCopy', { password }, ({ path }) => ({
          text: 'The copy was written and verified. Store it away from this computer:',
          path,
        }))
      }
    />
  );
}

/** Turns keychain unlock on or off, or removes an entry that no longer works. */
export function KeychainUnlockForm(props: { readonly state: KeychainUnlockView }) {
  const { state } = props;
  if (state.at === 'off') {
    return (
      <PasswordOnlyForm
        title={WALLET_PANE_LABELS.turnKeychainUnlockOn}
        lead={`Stores a secret in ${state.keychain} that opens the vault. Anyone who uses your account on this computer can then unlock it. Security changes still ask for the password.`}
        submit="Turn on"
        busy="Turning on…"
        send={(run, password) =>
          run('vault.enableKeychainUnlock', { password }, () => ({
            text: 'Keychain unlock is set up. It is available after the next start, once the entry was read back.',
            path: null,
          }))
        }
      />
    );
  }
  return (
    <PasswordOnlyForm
      title={state.at === 'lost' ? WALLET_PANE_LABELS.removeKeychainEntry : WALLET_PANE_LABELS.turnKeychainUnlockOff}
      lead="Only the password will open the vault. You can turn keychain unlock on again."
      submit={state.at === 'lost' ? 'Remove keychain entry' : 'Turn off'}
      busy="Removing…"
      send={(run, password) =>
        run('vault.disableKeychainUnlock', { password }, () => ({
          text: 'Keychain unlock is off. Only the password opens the vault.',
          path: null,
        }))
      }
    />
  );
}

export function OlderForm() {
  return (
    <PasswordOnlyForm
      title={WALLET_PANE_LABELS.restoredVaultTitle}
      lead="Check the keys below first. Adyton then treats this vault as the current one and forgets the newer one."
      submit="Accept this vault"
      busy="Accepting…"
      send={(run, password) =>
        run('vault.acceptOlder', { password }, () => ({ text: 'This vault is now the current one.', path: null }))
      }
    />
  );
}

export function ConsentForm() {
  return (
    <PasswordOnlyForm
      title={WALLET_PANE_LABELS.confirmThatStoredOrdersWere}
      lead="Compare Orders, Fills and Conditionals first. This ends the alarm and arms nothing."
      submit="Confirm"
      busy="Confirming…"
      send={(run, password) =>
        run('vault.acceptConsentLosses', { password }, () => ({ text: 'The alarm is over.', path: null }))
      }
    />
  );
}

export function MarketForm(props: { readonly change: MarketPinChange }) {
  const { market } = props.change;
  const title = useMarketTitle(market);
  return (
    <PasswordOnlyForm
      title={WALLET_PANE_LABELS.acceptNewIdsOf(title)}
      lead="The exchange states that these ids never change. Ask it why they did, and compare them first."
      submit="Accept ids"
      busy="Reading the market again…"
      send={(run, password) =>
        run('wallet.acceptMarket', { password, market }, () => ({
          text: 'Orders of this market are now signed for the new ids.',
          path: null,
        }))
      }
    />
  );
}

export function RemoveForm(props: { readonly removed: KeyView }) {
  const { id, use, public: name } = props.removed;
  const isSession = use === 'session';
  const what = `the ${isSession ? 'session' : 'second'} key ${shorten(name)}`;
  return (
    <PasswordOnlyForm
      title={WALLET_PANE_LABELS.removeTitle(what)}
      lead={
        isSession
          ? 'Nothing on this computer can use it from then on. Only a vault copy that contains it can restore it. The exchange’s interface shows no way to revoke it before it expires.'
          : 'Adyton can no longer sign with it. Only a vault copy that contains it can restore it. It stays an owner of the wallet until the exchange removes it.'
      }
      submit="Remove key"
      busy="Removing…"
      send={(run, password) =>
        run('vault.removeKey', { password, id }, () => ({
          text: isSession
            ? `The session key ${shorten(name)} was removed from this vault.`
            : `The second key ${shorten(name)} was removed from this vault. Ask the exchange to remove it from the wallet too.`,
          path: null,
        }))
      }
    />
  );
}

function PasswordOnlyForm(props: {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  readonly busy: string;
  readonly send: (run: FormCommand['run'], password: string) => Promise<boolean>;
}) {
  const password = useSecret();
  const { command, run } = useFormCommand(props.title);
  const submit = async (): Promise<void> => {
    if (!(await props.send(run, consumeSecret(password)))) password.current?.focus();
  };
  return (
    <WalletForm {...props} command={command} onSubmit={() => void submit()}>
      <SecretField label="Password" input={password} focus />
    </WalletForm>
  );
}
