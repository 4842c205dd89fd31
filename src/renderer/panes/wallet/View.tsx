/** Doctor for people: which key signs what, what is at risk now, what stands between, and every act that changes it. */
import { useEffect } from 'react';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { useNetwork } from '../../act/network.ts';
import { usePaneId, usePaneValue } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { LimitForm, LocksForm } from './LimitForms.tsx';
import { tellOlder } from './model.ts';
import { BackupForm, PasswordForm } from './NewPasswordForms.tsx';
import { Keys, Now, Vault, Wallet } from './Parts.tsx';
import { CopyForm, KeychainUnlockForm, OlderForm, RemoveForm } from './PasswordActs.tsx';
import { endAct, lastDone, openAct, startAct } from './state.ts';
import './wallet.css';

export function View() {
  const paneId = usePaneId();
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const now = useNow(30_000);
  const vault = wallet?.vault ?? null;
  useEffect(() => {
    if (vault !== null && vault !== 'unlocked') endAct(paneId, null);
  }, [vault, paneId]);
  if (!wallet) return <Empty what="No word from the terminal yet" />;
  if (wallet.vault === 'absent') return <NoVault wallet={wallet} />;
  const isOpen = wallet.vault === 'unlocked';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and not all of it takes the keys
    <section className="wallet scroll" aria-label="Keys and wallet" tabIndex={0}>
      <Alarm wallet={wallet} />
      {isOpen ? <Form wallet={wallet} account={account} /> : null}
      {isOpen ? <Done /> : null}
      <div className={isOpen ? 'wallet-parts' : 'wallet-parts locked'}>
        <Now wallet={wallet} account={account} now={now} />
        {isOpen ? <Keys wallet={wallet} now={now} /> : null}
        <Vault wallet={wallet} account={account} now={now} />
        {isOpen ? <Wallet wallet={wallet} /> : null}
      </div>
    </section>
  );
}

function NoVault(props: { readonly wallet: WalletView }) {
  return (
    <div className="wallet">
      <Alarm wallet={props.wallet} />
      <Empty what="No key on this computer yet" how="A wallet takes a password and a key; on paper it takes a minute.">
        <button type="button" className="button" onClick={() => useOverlay.getState().show('wizard')}>
          Set up a wallet
        </button>
      </Empty>
    </div>
  );
}

function Alarm(props: { readonly wallet: WalletView }) {
  const { older } = props.wallet.custody;
  const paneId = usePaneId();
  const [open] = usePaneValue(openAct);
  if (older === null) return null;
  return (
    <div className="wallet-alarm" role="alert">
      <p>
        <strong>Older vault.</strong> {tellOlder(older)} If that was not you, do not trade: use a copy that you trust.
      </p>
      {props.wallet.vault !== 'unlocked' ? (
        <span className="secondary">Unlock to say that it was you</span>
      ) : open === 'older' ? null : (
        <button type="button" className="button small" onClick={() => startAct(paneId, 'older')}>
          It was me…
        </button>
      )}
    </div>
  );
}

function Form(props: { readonly wallet: WalletView; readonly account: AccountView | null }) {
  const network = useNetwork();
  const { custody } = props.wallet;
  const [open] = usePaneValue(openAct);
  switch (open) {
    case null:
      return null;
    case 'password':
      return <PasswordForm network={network} />;
    case 'backup':
      return <BackupForm network={network} />;
    case 'copy':
      return <CopyForm />;
    case 'locks':
      return <LocksForm lockTimes={custody.lockTimes} />;
    case 'limit':
      return props.account ? <LimitForm maxOrderCost={props.account.maxOrderCost} /> : null;
    case 'keychain':
      return custody.keychainUnlock.at === 'unavailable' ? null : <KeychainUnlockForm state={custody.keychainUnlock} />;
    case 'older':
      return <OlderForm />;
    default: {
      const key = custody.keys.find(({ id }) => open === `remove ${id}`);
      return key ? <RemoveForm key={key.id} secondKey={key} /> : null;
    }
  }
}

function Done() {
  const [done, setDone] = usePaneValue(lastDone);
  if (done === null) return null;
  return (
    <div className="wallet-done" role="status">
      <span>
        {done.text}
        {done.path === null ? null : <span className="mono wallet-path"> {done.path}</span>}
      </span>
      <button type="button" className="button quiet small" aria-label="Dismiss" onClick={() => setDone(null)}>
        ×
      </button>
    </div>
  );
}
