/** The pane's columns: what is at risk now, the keys, what guards them with its acts, the wallet. */
import type { ReactNode } from 'react';
import type { AccountView, KeychainUnlockView, WalletView } from '#shared/ipc/views.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import { PIN_WARNINGS } from '#shared/text/walletChanges.ts';
import { usePaneId } from '../../domain/panes.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { useOverlay } from '../../ui/overlay.ts';
import {
  formatKeychainUnlock,
  type KeyRow,
  listKeyRows,
  tellKeysLock,
  tellLastLock,
  tellLockTimes,
  tellOrigin,
  tellRisk,
  tellSigner,
  tellStatus,
  tellType,
} from './model.ts';
import { type ActName, startAct } from './state.ts';

interface PartProps {
  readonly wallet: WalletView;
  readonly now: number;
}

function Part(props: {
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

export function Now(props: PartProps & { readonly account: AccountView | null }) {
  const { wallet, now } = props;
  const { custody } = wallet;
  const isOpen = wallet.vault === 'unlocked';
  const risk = tellRisk(wallet, props.account);
  return (
    <Part title="At risk now" name="now">
      <p className="wallet-risk">
        <span className={`dot ${risk.tone}`} aria-hidden="true" /> <strong>{risk.title}</strong>
      </p>
      <p>{risk.text}</p>
      <dl className="wallet-facts">
        <dt>Last locked</dt>
        <dd>{tellLastLock(custody.lastLock, now)}</dd>
        {custody.keysInMemory ? (
          <>
            <dt>{isOpen ? 'Locks next' : 'Keys lock'}</dt>
            <dd>{isOpen ? tellLockTimes(custody.lockTimes) : tellKeysLock(custody.lockTimes)}</dd>
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

export function Keys(props: PartProps) {
  const { custody } = props.wallet;
  const rows = listKeyRows(props.wallet, props.now);
  const isPasskey = props.wallet.setup?.signatureType === PASSKEY_TYPE;
  return (
    <Part
      title="Keys"
      name="keys"
      aside={
        isPasskey ? (
          <button type="button" className="button small" onClick={() => useOverlay.getState().show('secondKey')}>
            Add a second signing key…
          </button>
        ) : null
      }
    >
      <ul className="wallet-keys">
        {rows.map((row) => (
          <Key key={row.id} row={row} />
        ))}
      </ul>
      <p className="dim">They sign for {tellOrigin(custody.origin)} alone.</p>
    </Part>
  );
}

function Key(props: { readonly row: KeyRow }) {
  const { row } = props;
  return (
    <li>
      <div className="wallet-key-line">
        <strong>{row.name}</strong>
        <Copyable what={row.publicName} text={row.public} />
      </div>
      <p className="secondary">{row.signs}</p>
      <div className="wallet-key-line">
        <span className="dim">made {row.made}</span>
        <span className={row.backup === null && row.isPrecious ? 'mine' : 'dim'}>
          {row.backup ?? 'never backed up'}
        </span>
        {row.backup === null ? (
          <ActButton act={row.act} label={row.act === 'backup' ? 'Back up…' : 'Save a copy…'} of={row.name} />
        ) : null}
        {row.removal ? <ActButton act={row.removal} label="Remove…" of={row.name} /> : null}
      </div>
    </li>
  );
}

export function Vault(props: PartProps & { readonly account: AccountView | null }) {
  const { wallet, account, now } = props;
  const { custody } = wallet;
  const own = custody.keys.find((key) => key.use === 'own') ?? null;
  const isOpen = wallet.vault === 'unlocked';
  return (
    <Part title="What guards them" name="vault">
      <div className="wallet-guards">
        {isOpen ? (
          <>
            <Guard name="Password" act="password" label="Change…">
              nobody can recover it
            </Guard>
            {own ? (
              <Guard name="Key backup" act="backup" label="Write…">
                {own.backedUpAtMs === null && wallet.setup?.signatureType === PASSKEY_TYPE ? (
                  'none, and none is needed'
                ) : own.backedUpAtMs === null ? (
                  <span className="mine">never written</span>
                ) : (
                  formatDateTime(own.backedUpAtMs, now)
                )}
              </Guard>
            ) : null}
          </>
        ) : null}
        <Guard name="Vault copy" act={isOpen ? 'copy' : null} label="Save…">
          {custody.copiedAtMs === null ? 'never saved from here' : formatDateTime(custody.copiedAtMs, now)}
        </Guard>
        {isOpen ? (
          <>
            <Guard name="Locks itself" act="locks" label="Change…">
              screen {custody.lockTimes.screenMinutes}, keys {custody.lockTimes.keysMinutes} min
            </Guard>
            {account ? (
              <Guard name="Order limit" act="limit" label="Change…">
                <span className="mono">{formatMoney(account.maxOrderCost)}</span> with its fee
              </Guard>
            ) : null}
          </>
        ) : null}
        <Guard
          name="This computer"
          act={isOpen && custody.keychainUnlock.at !== 'unavailable' ? 'keychain' : null}
          label={keychainUnlockLabel(custody.keychainUnlock.at)}
        >
          <span className={custody.keychainUnlock.at === 'lost' ? 'mine' : ''}>
            {formatKeychainUnlock(custody.keychainUnlock)}
          </span>
        </Guard>
      </div>
    </Part>
  );
}

function keychainUnlockLabel(at: KeychainUnlockView['at']): string {
  if (at === 'off') return 'Turn on…';
  return at === 'lost' ? 'Forget it…' : 'Turn off…';
}

function Guard(props: {
  readonly name: string;
  readonly act: ActName | null;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="wallet-guard">
      <span className="secondary">{props.name}</span>
      <span>{props.children}</span>
      {props.act === null ? null : <ActButton act={props.act} label={props.label} of={props.name} />}
    </div>
  );
}

function ActButton(props: { readonly act: ActName; readonly label: string; readonly of?: string }) {
  const paneId = usePaneId();
  return (
    <button
      type="button"
      className="button small"
      aria-label={props.of ? `${props.of}: ${props.label}` : undefined}
      onClick={() => startAct(paneId, props.act)}
    >
      {props.label}
    </button>
  );
}

export function Wallet(props: { readonly wallet: WalletView }) {
  const { setup, signer, owner } = props.wallet;
  return (
    <Part title="On the chain" name="where">
      {setup?.warning ? (
        <p className="wrong-box" role="alert">
          {formatCoded(PIN_WARNINGS, setup.warning)}.
        </p>
      ) : null}
      {setup === null ? (
        <p className="dim">{props.wallet.hasApiKey ? 'Not read yet.' : 'No account is connected yet.'}</p>
      ) : (
        <dl className="wallet-facts">
          <dt>Safe</dt>
          <dd>
            <Copyable what="Safe address" text={setup.safe} />
          </dd>
          <dt>Owner</dt>
          <dd>
            <Copyable what="owner address" text={setup.owner} />
            {setup.signatureType === PASSKEY_TYPE ? (
              <span className="dim"> of the passkey</span>
            ) : owner !== null && owner !== setup.owner ? (
              <span className="no"> is not your key</span>
            ) : null}
          </dd>
          <dt>Exchange</dt>
          <dd>
            <Copyable what="exchange contract" text={setup.exchange} />
          </dd>
          <dt>Chain</dt>
          <dd className="mono">{setup.chainId}</dd>
          <dt>Domain</dt>
          <dd>{setup.domainName}</dd>
          <dt>Type</dt>
          <dd>{tellType(setup.signatureType)}</dd>
          <dt>Orders</dt>
          <dd className={signer?.kind === 'none' ? 'mine' : ''}>{tellSigner(signer)}</dd>
          <dt>Status</dt>
          <dd className={setup.status === 'ready' ? '' : 'mine'}>{tellStatus(setup)}</dd>
        </dl>
      )}
      {setup?.status === 'ready' ? null : (
        <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
          {setup?.signatureType === PASSKEY_TYPE ? 'Look at the setup…' : 'Finish the setup…'}
        </button>
      )}
    </Part>
  );
}
