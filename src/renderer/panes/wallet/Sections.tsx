/** Sections of the pane: risk, keys, security, wallet on the chain. */

import type { ReactNode } from 'react';
import type { KeychainUnlockView } from '#shared/ipc/custody.ts';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { CustodialView } from '#shared/order/account/custodial.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatCustodialProof, formatCustodialSign, formatDirection } from '#shared/text/account/custodial.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatKeychainUnlock } from '#shared/text/custody/keychain.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { PIN_WARNINGS } from '#shared/text/wallet/walletChanges.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { toUsd } from '#shared/units/usd.ts';
import { useNetwork } from '../../act/network.ts';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { FormButton } from './FormButton.tsx';
import {
  describeRisk,
  describeUnread,
  formatKeysLockTime,
  formatLastLock,
  formatLockTimes,
  formatOrigin,
  formatSigner,
  formatStatus,
  formatWalletType,
  type KeyRow,
  listKeyRows,
  nameSetupStep,
} from './model.ts';
import { PreparedExitsRow } from './PreparedExits.tsx';
import type { FormName } from './state.ts';

interface PartProps {
  readonly wallet: WalletView;
  readonly now: number;
}

export function Part(props: {
  readonly title: string;
  readonly name: string;
  /** Beside the heading. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={`wallet-part ${props.name}`} aria-label={props.title}>
      <div className="wallet-head">
        <h3>{props.title}</h3>
        {props.aside}
      </div>
      {props.children}
    </section>
  );
}

export function RiskSection(props: PartProps & { readonly account: AccountView | null }) {
  const { wallet, now } = props;
  const { custody } = wallet;
  const isOpen = wallet.vault === 'unlocked';
  const risk = describeRisk(wallet, props.account);
  return (
    <Part title={WALLET_PANE_LABELS.atRiskNow} name="now">
      <p className="wallet-risk">
        <span className={`dot ${risk.tone}`} aria-hidden="true" /> <strong>{risk.title}</strong>
      </p>
      <p>{risk.text}</p>
      <dl className="wallet-facts">
        <dt>{WALLET_PANE_LABELS.lastLocked}</dt>
        <dd>{formatLastLock(custody.lastLock, now)}</dd>
        {custody.keysInMemory ? (
          <>
            <dt>{isOpen ? WALLET_PANE_LABELS.locksNext : WALLET_PANE_LABELS.keysLock}</dt>
            <dd>{isOpen ? formatLockTimes(custody.lockTimes) : formatKeysLockTime(custody.lockTimes)}</dd>
          </>
        ) : null}
      </dl>
      {isOpen ? null : (
        <button type="button" className="button" onClick={() => useOverlay.getState().show('unlock')}>
          Unlock
        </button>
      )}
    </Part>
  );
}

export function KeysSection(props: PartProps) {
  const { custody } = props.wallet;
  const network = useNetwork();
  const rows = listKeyRows(props.wallet, props.now);
  const isPasskey = props.wallet.setup?.signatureType === PASSKEY_TYPE;
  return (
    <Part
      title="Keys"
      name="keys"
      aside={
        isPasskey ? (
          <button type="button" className="button small" onClick={() => useOverlay.getState().show('secondKey')}>
            {WALLET_PANE_LABELS.addSecondSigningKey}
          </button>
        ) : null
      }
    >
      <ul className="wallet-keys">
        {rows.map((row) => (
          <Key key={row.id} row={row} network={network} />
        ))}
      </ul>
      <p className="dim">
        {WALLET_PANE_LABELS.theseKeysSignOnlyFor} {formatOrigin(custody.origin)}.
      </p>
    </Part>
  );
}

function Key(props: { readonly row: KeyRow; readonly network: ReturnType<typeof useNetwork> }) {
  const { row } = props;
  return (
    <li>
      <div className="wallet-key-line">
        <strong>{row.name}</strong>
        <Copyable what={row.publicName} text={row.public} />
      </div>
      <p className="secondary">{row.signs}</p>
      <div className="wallet-key-line">
        <span className="dim">created {row.created}</span>
        <span className={row.backup === null && row.isIrreplaceable ? 'mine' : 'dim'}>
          {row.backup ?? WALLET_PANE_LABELS.notBackedUp}
        </span>
        {row.backup === null ? (
          <FormButton
            form={row.backupForm}
            label={row.backupForm === 'backup' ? WALLET_PANE_LABELS.backUp : WALLET_PANE_LABELS.saveCopy}
            of={row.name}
          />
        ) : null}
        {row.isReplaceable && props.network !== null && props.network !== 'paper' ? (
          <button
            type="button"
            className="button small"
            aria-label={WALLET_PANE_LABELS.replaceKey(row.name)}
            onClick={() => useOverlay.getState().show('apiKey')}
          >
            Replace…
          </button>
        ) : null}
        {row.removal ? <FormButton form={row.removal} label="Remove…" of={row.name} /> : null}
      </div>
    </li>
  );
}

export function SecuritySection(props: PartProps & { readonly account: AccountView | null }) {
  const { wallet, account, now } = props;
  const { custody } = wallet;
  const own = custody.keys.find((key) => key.use === 'own') ?? null;
  const isOpen = wallet.vault === 'unlocked';
  return (
    <Part title="Security" name="vault">
      <div className="wallet-security">
        {isOpen ? (
          <>
            <SecurityRow name="Password" form="password" label="Change…">
              {WALLET_PANE_LABELS.cannotBeRecovered}
            </SecurityRow>
            {own ? (
              <SecurityRow name="Key backup" form="backup" label="Write…">
                {own.backedUpAtMs === null &&
                (wallet.setup?.signatureType === PASSKEY_TYPE || wallet.custodial !== null) ? (
                  WALLET_PANE_LABELS.notNeeded
                ) : own.backedUpAtMs === null ? (
                  <span className="mine">{WALLET_PANE_LABELS.notWritten}</span>
                ) : (
                  formatDateTime(own.backedUpAtMs, now, 'machine')
                )}
              </SecurityRow>
            ) : null}
          </>
        ) : null}
        <SecurityRow name="Vault copy" form={isOpen ? 'copy' : null} label="Save…">
          {custody.copiedAtMs === null
            ? WALLET_PANE_LABELS.notSavedYet
            : formatDateTime(custody.copiedAtMs, now, 'machine')}
        </SecurityRow>
        {isOpen ? (
          <>
            <SecurityRow name="Auto-lock" form="locks" label="Change…">
              {WALLET_PANE_LABELS.screenAfter} {custody.lockTimes.screenMinutes} {WALLET_PANE_LABELS.minKeysAfter}{' '}
              {custody.lockTimes.keysMinutes} min
            </SecurityRow>
            {account ? (
              <SecurityRow name="Order limit" form="limit" label="Change…">
                <span className="mono">{formatMoney(toUsd(account.risk.limits.orderCost))}</span>{' '}
                {WALLET_PANE_LABELS.withFee}
              </SecurityRow>
            ) : null}
            {account ? (
              <SecurityRow
                name="Panic"
                form="panic"
                label={account.panicFlattens ? WALLET_PANE_LABELS.onlyCancel : WALLET_PANE_LABELS.alsoFlatten}
              >
                {account.panicFlattens
                  ? WALLET_PANE_LABELS.cancelsThenFlattensEverything
                  : WALLET_PANE_LABELS.cancelsEveryOrder}
              </SecurityRow>
            ) : null}
          </>
        ) : null}
        <PreparedExitsRow
          exits={custody.preparedExits}
          account={account}
          isOpen={isOpen && wallet.custodial === null}
          now={now}
        />
        <SecurityRow
          name="Keychain unlock"
          form={isOpen && custody.keychainUnlock.at !== 'unavailable' ? 'keychain' : null}
          label={keychainFormLabel(custody.keychainUnlock.at)}
        >
          <span className={custody.keychainUnlock.at === 'lost' ? 'mine' : ''}>
            {formatKeychainUnlock(custody.keychainUnlock)}
          </span>
        </SecurityRow>
      </div>
    </Part>
  );
}

function keychainFormLabel(at: KeychainUnlockView['at']): string {
  if (at === 'off') return 'Turn on…';
  return at === 'lost' ? 'Remove keychain entry…' : 'Turn off…';
}

function SecurityRow(props: {
  readonly name: string;
  readonly form: FormName | null;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="wallet-security-row">
      <span className="secondary">{props.name}</span>
      <span>{props.children}</span>
      {props.form === null ? null : <FormButton form={props.form} label={props.label} of={props.name} />}
    </div>
  );
}

function CustodialSection(props: { readonly custodial: CustodialView; readonly signer: WalletView['signer'] }) {
  const { sign, agreedAtMs, proof, direction } = props.custodial;
  return (
    <Part title={WALLET_PANE_LABELS.custodialAccount} name="where">
      <dl className="wallet-facts">
        <dt>Funds</dt>
        <dd>{WALLET_PANE_LABELS.heldByTheExchange}</dd>
        <dt>Wallet</dt>
        <dd>{WALLET_PANE_LABELS.none(formatCustodialSign(sign))}</dd>
        <dt>Orders</dt>
        <dd className={agreedAtMs === null ? 'mine' : ''}>
          {agreedAtMs === null ? WALLET_PANE_LABELS.notSentBeforeYouConfirm : formatSigner(props.signer)}
        </dd>
        <dt>Direction</dt>
        <dd className={proof.at === 'confirmed' ? '' : 'mine'}>{formatCustodialProof(proof)}</dd>
        <dt>{WALLET_PANE_LABELS.sentAs}</dt>
        <dd className="mono">{formatDirection(direction)}</dd>
      </dl>
      {agreedAtMs === null ? (
        <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
          {WALLET_PANE_LABELS.confirmAccount}
        </button>
      ) : (
        <FormButton form="direction" label="Change…" of="How orders say their direction" />
      )}
    </Part>
  );
}

export function WalletSection(props: { readonly wallet: WalletView }) {
  const { setup, signer, owner, custodial } = props.wallet;
  if (custodial !== null) return <CustodialSection custodial={custodial} signer={signer} />;
  return (
    <Part title={WALLET_PANE_LABELS.onChain} name="where">
      {setup?.warning ? (
        <p className="wrong-box" role="alert">
          {formatCoded(PIN_WARNINGS, setup.warning)}.
        </p>
      ) : null}
      {setup === null ? (
        <p className="dim">{describeUnread(props.wallet.readiness)}</p>
      ) : (
        <dl className="wallet-facts">
          <dt>Safe</dt>
          <dd>
            <Copyable what={WALLET_PANE_LABELS.safeAddress} text={setup.safe} />
          </dd>
          <dt>Owner</dt>
          <dd>
            <Copyable what={WALLET_PANE_LABELS.ownerAddress} text={setup.owner} />
            {setup.signatureType === PASSKEY_TYPE ? (
              <span className="dim"> passkey</span>
            ) : owner !== null && owner !== setup.owner ? (
              <span className="no"> {WALLET_PANE_LABELS.notYourKey}</span>
            ) : null}
          </dd>
          <dt>Exchange</dt>
          <dd>
            <Copyable what={WALLET_PANE_LABELS.exchangeContract} text={setup.exchange} />
          </dd>
          <dt>Chain</dt>
          <dd className="mono">{setup.chainId}</dd>
          <dt>Domain</dt>
          <dd>{setup.domainName}</dd>
          <dt>Type</dt>
          <dd>{formatWalletType(setup.signatureType)}</dd>
          <dt>Orders</dt>
          <dd className={signer?.kind === 'none' ? 'mine' : ''}>{formatSigner(signer)}</dd>
          <dt>Status</dt>
          <dd className={setup.status === 'ready' ? '' : 'mine'}>{formatStatus(setup)}</dd>
        </dl>
      )}
      {setup?.status === 'ready' ? null : (
        <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
          {nameSetupStep(props.wallet)}
        </button>
      )}
    </Part>
  );
}
