/** Wallet pane: risk, keys, security and wallet, with a form for every change. */

import { useEffect } from 'react';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { useNetwork } from '../../act/network.ts';
import { useWalletRequest } from '../../domain/wallet/walletRequests.ts';
import { usePaneId, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { AddressForm, MergeForm, RedeemForm, RemoveAddressForm, SplitForm, WithdrawForm } from './ActionForms.tsx';
import { ChangedMarketAlerts, ConsentAlert, OlderVaultAlert, ProtectionAlert } from './Alerts.tsx';
import { DirectionForm } from './DirectionForm.tsx';
import { LimitForm, LocksForm } from './LimitForms.tsx';
import { MoneySections } from './Money.tsx';
import { BackupForm, PasswordForm } from './NewPasswordForms.tsx';
import { PanicForm } from './PanicForm.tsx';
import { ConsentForm, CopyForm, KeychainUnlockForm, MarketForm, OlderForm, RemoveForm } from './PasswordForms.tsx';
import { PreparedExitsForm } from './PreparedExits.tsx';
import { KeysSection, RiskSection, SecuritySection, WalletSection } from './Sections.tsx';
import { AuthoriseForm, HandlerForm, PrepareForm } from './SessionForms.tsx';
import { SessionKeysSection } from './SessionKeysSection.tsx';
import { closeForm, lastResult, openForm, showForm } from './state.ts';
import './wallet.css';

export function View() {
  const paneId = usePaneId();
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const now = useNow(30_000);
  const vault = wallet?.vault ?? null;
  useEffect(() => {
    if (vault !== null && vault !== 'unlocked') closeForm(paneId, null);
  }, [vault, paneId]);
  const requested = useWalletRequest(({ form }) => form);
  useEffect(() => {
    if (requested === null) return;
    useWalletRequest.setState({ form: null });
    if (vault === 'unlocked') showForm(paneId, requested);
  }, [requested, vault, paneId]);
  if (!wallet) return <Empty what={WALLET_PANE_LABELS.terminalHasNotSentData} />;
  if (wallet.vault === 'absent') return <NoVault wallet={wallet} />;
  const isOpen = wallet.vault === 'unlocked';
  return (
    <ScrollRegion className="wallet" label={WALLET_PANE_LABELS.keysAndWallet}>
      <OlderVaultAlert wallet={wallet} />
      <ProtectionAlert wallet={wallet} />
      <ConsentAlert wallet={wallet} />
      <ChangedMarketAlerts wallet={wallet} />
      {isOpen ? <Form wallet={wallet} account={account} /> : null}
      {isOpen ? <Result /> : null}
      <div className={isOpen ? 'wallet-parts' : 'wallet-parts locked'}>
        <RiskSection wallet={wallet} account={account} now={now} />
        {isOpen ? <KeysSection wallet={wallet} now={now} /> : null}
        <SecuritySection wallet={wallet} account={account} now={now} />
        {isOpen ? <WalletSection wallet={wallet} /> : null}
      </div>
      {isOpen ? <MoneySections wallet={wallet} account={account} now={now} /> : null}
      {isOpen ? <SessionKeysSection wallet={wallet} now={now} /> : null}
    </ScrollRegion>
  );
}

function NoVault(props: { readonly wallet: WalletView }) {
  return (
    <div className="wallet">
      <OlderVaultAlert wallet={props.wallet} />
      <Empty what={WALLET_PANE_LABELS.noKeyOnThisComputer} how={WALLET_PANE_LABELS.walletNeedsPasswordAndKey}>
        <button type="button" className="button" onClick={() => useOverlay.getState().show('wizard')}>
          {WALLET_PANE_LABELS.setUpWallet}
        </button>
      </Empty>
    </div>
  );
}

function Form(props: { readonly wallet: WalletView; readonly account: AccountView | null }) {
  const network = useNetwork();
  const { custody, sessionKeys } = props.wallet;
  const [open] = usePaneValue(openForm);
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
      return props.account ? <LimitForm maxOrderCost={toUsd(props.account.risk.limits.orderCost)} /> : null;
    case 'panic':
      return <PanicForm isOn={props.account?.panicFlattens === true} />;
    case 'exits':
      return <PreparedExitsForm positions={props.account?.positions ?? []} />;
    case 'keychain':
      return custody.keychainUnlock.at === 'unavailable' ? null : <KeychainUnlockForm state={custody.keychainUnlock} />;
    case 'direction':
      return props.wallet.custodial === null ? null : <DirectionForm custodial={props.wallet.custodial} />;
    case 'older':
      return <OlderForm />;
    case 'consent':
      return <ConsentForm />;
    case 'handler':
      return <HandlerForm />;
    case 'session':
      return <PrepareForm keyId={null} />;
    case 'authorise':
      return sessionKeys.grant ? <AuthoriseForm key={sessionKeys.grant.keyId} grant={sessionKeys.grant} /> : null;
    case 'address':
      return <AddressForm />;
    case 'withdraw':
    case 'redeem':
    case 'split':
      return props.wallet.relays.block === null ? <FundsForm open={open} wallet={props.wallet} /> : null;
    default: {
      const [kind, id] = [open.slice(0, open.indexOf(' ')), open.slice(open.indexOf(' ') + 1)];
      if (kind === 'unlist') {
        const listed = props.wallet.relays.addresses.find(({ address }) => address === id);
        return listed ? <RemoveAddressForm key={id} listed={listed} /> : null;
      }
      if ((kind === 'redeem' || kind === 'merge') && props.wallet.relays.block !== null) return null;
      if (kind === 'redeem') return <RedeemForm key={open} market={parseMarketId(id)} />;
      if (kind === 'merge') return <MergeForm key={open} market={parseMarketId(id)} />;
      const change = custody.changedMarkets.find(({ market }) => open === `market ${market}`);
      if (change) return <MarketForm key={open} change={change} />;
      const session = sessionKeys.keys.find(({ id }) => open === `session ${id}`);
      if (session) return <PrepareForm key={open} keyId={session.id} />;
      const key = custody.keys.find(({ id }) => open === `remove ${id}`);
      return key ? <RemoveForm key={key.id} removed={key} /> : null;
    }
  }
}

function FundsForm(props: { readonly open: 'withdraw' | 'redeem' | 'split'; readonly wallet: WalletView }) {
  const { addresses } = props.wallet.relays;
  if (props.open === 'split') return <SplitForm />;
  if (props.open === 'redeem') return <RedeemForm key="redeem" market={null} />;
  // A withdrawal needs an address: that comes first.
  return addresses.length === 0 ? <AddressForm /> : <WithdrawForm addresses={addresses} />;
}

function Result() {
  const [done, setDone] = usePaneValue(lastResult);
  if (done === null) return null;
  return (
    <div className="wallet-result" role="status">
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
