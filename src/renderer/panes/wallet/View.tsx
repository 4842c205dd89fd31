/** Wallet pane: risk, keys, security and wallet, with a form for every change. */
import './wallet.css';
import { useEffect, useState } from 'react';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import { type CustodialView, findDirectionFault } from '#shared/order/account/custodial.ts';
import { formatCustodialProofReceipt, formatDirection } from '#shared/text/account/custodial.ts';
import { findCustodyWarning, formatWarning, formatWarningTitle } from '#shared/text/custody/custody.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { useNetwork } from '../../act/network.ts';
import { requestLock } from '../../domain/account/leaving.ts';
import { useWalletRequest } from '../../domain/wallet/walletRequests.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePaneId, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { DirectionFields } from '../../ui/form/DirectionFields.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Dot, Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { AddressForm, MergeForm, RedeemForm, RemoveAddressForm, SplitForm, WithdrawForm } from './ActionForms.tsx';
import { ChangedMarketAlerts, ConsentAlert, OlderVaultAlert, ProtectionAlert } from './Alerts.tsx';
import { LimitForm, LocksForm } from './LimitForms.tsx';
import { MoneySections } from './Money.tsx';
import { describeRisk } from './model.ts';
import { BackupForm, PasswordForm } from './NewPasswordForms.tsx';
import { ConsentForm, CopyForm, KeychainUnlockForm, MarketForm, OlderForm, RemoveForm } from './PasswordForms.tsx';
import { PreparedExitsForm } from './PreparedExits.tsx';
import { KeysSection, RiskSection, SecuritySection, WalletSection } from './Sections.tsx';
import { AuthoriseForm, HandlerForm, PrepareForm } from './SessionForms.tsx';
import { SessionKeysSection } from './SessionKeysSection.tsx';
import { closeForm, lastResult, openForm, showForm } from './state.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

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

const PROVED_BELOW = 'One post-only order was sent and cancelled: Custody says whether it proves them';

/** Form that changes how a custodial account's orders say their direction; the account is confirmed again with it. */
function DirectionForm(props: { readonly custodial: CustodialView }) {
  const [direction, setDirection] = useState(props.custodial.direction);
  const password = useSecret();
  const { command, run } = useFormCommand('Change how orders say their direction');
  const submit = async (): Promise<void> => {
    const input = { password: consumeSecret(password), direction };
    const isDone = await run('account.confirmCustodial', input, (receipt) => ({
      text: `Orders now say ${formatDirection(direction)}. ${formatCustodialProofReceipt(receipt) ?? PROVED_BELOW}.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.changeHowOrdersSayTheir}
      lead="The exchange’s documents do not show it. Take what the exchange tells you; one post-only order then proves it, and is cancelled."
      submit="Change direction"
      busy="Changing…"
      command={command}
      canSubmit={findDirectionFault(direction) === null}
      onSubmit={() => void submit()}
    >
      <DirectionFields direction={direction} onChange={setDirection} />
      <SecretField label="Password" input={password} focus />
    </WalletForm>
  );
}

/** Form that sets whether a panic flattens everything after its cancels. */
function PanicForm(props: { readonly isOn: boolean }) {
  const password = useSecret();
  const { command, run } = useFormCommand('Change what panic does');
  const turnOn = async (): Promise<void> => {
    const isDone = await run('exit.enablePanicFlatten', { password: consumeSecret(password) }, () => ({
      text: 'A panic now also flattens everything.',
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  const turnOff = (): Promise<boolean> =>
    run('exit.disablePanicFlatten', {}, () => ({ text: 'A panic now only cancels.', path: null }));
  if (props.isOn) {
    return (
      <WalletForm
        title={WALLET_PANE_LABELS.onlyCancelInPanic}
        lead="A panic then disarms and cancels every order, and leaves positions as they are."
        submit="Only cancel"
        busy="Changing…"
        command={command}
        onSubmit={() => void turnOff()}
      >
        {null}
      </WalletForm>
    );
  }
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.alsoFlattenInPanic}
      lead="After its cancels, a panic then exits every position on a live book, at most 0.05 from the best price."
      submit="Also flatten"
      busy="Changing…"
      command={command}
      onSubmit={() => void turnOn()}
    >
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

/** The risk in two words, and the lock button. */
export function Header() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const show = useOverlay((state) => state.show);
  if (!wallet || wallet.vault === 'absent') return null;
  const risk = describeRisk(wallet, account);
  return (
    <>
      <span className="dim">
        <Dot tone={risk.tone} label={risk.title} /> {risk.title}
      </span>
      {wallet.vault === 'locked' ? (
        <button type="button" className="button small" onClick={() => show('unlock')}>
          Unlock
        </button>
      ) : (
        <button type="button" className="button small" onClick={requestLock}>
          {WALLET_PANE_LABELS.lockNow}
        </button>
      )}
    </>
  );
}

/** Custody warning in the top bar, also while the Wallet pane is hidden; opens the pane. */
export function Alert() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const warning = wallet ? findCustodyWarning(wallet.custody) : null;
  if (warning === null) return null;
  return (
    <PaneAlert
      text={`${formatWarningTitle(warning)} · Wallet`}
      short={formatWarningTitle(warning)}
      title={formatWarning(warning)}
      onOpen={() => openPane('wallet')}
    />
  );
}
