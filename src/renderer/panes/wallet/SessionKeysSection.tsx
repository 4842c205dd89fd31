/** Session keys: the confirmed handler, each key with what it is authorised for, and what they do not do. */

import type { WalletView } from '#shared/ipc/views.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { Dot } from '../../ui/parts.tsx';
import { FormButton } from './FormButton.tsx';
import { canHaveSessionKeys, formatGrant, listSessionRows, type SessionRow } from './sessionModel.ts';

export function SessionKeysSection(props: { readonly wallet: WalletView; readonly now: number }) {
  const { wallet, now } = props;
  const { handler, verifier, signing, grant } = wallet.sessionKeys;
  const rows = listSessionRows(wallet, now);
  const canPrepare = canHaveSessionKeys(wallet);
  if (!canPrepare && rows.length === 0) return null;
  return (
    <section className="wallet-sessions" aria-label={WALLET_PANE_LABELS.sessionKeys}>
      <div className="wallet-head">
        <h3>{WALLET_PANE_LABELS.sessionKeys}</h3>
        {canPrepare ? (
          <span className="wallet-sessions-acts">
            <FormButton
              form="handler"
              label={handler === null ? WALLET_PANE_LABELS.confirmHandler : WALLET_PANE_LABELS.changeHandler}
            />
            <FormButton form="session" label={WALLET_PANE_LABELS.newSessionKey} />
          </span>
        ) : null}
      </div>
      <p className="dim">
        {WALLET_PANE_LABELS.ordersAreSignedByYourKey} <span className="mono">sessionKeySigning</span> is {signing}.
      </p>
      <p className="wallet-sessions-line">
        <span className="secondary">Handler</span>
        {handler === null ? (
          <span className="mine">{WALLET_PANE_LABELS.notConfirmedNoCallOfA}</span>
        ) : (
          <Copyable what={WALLET_PANE_LABELS.handlerAddress} text={handler} />
        )}
        {verifier === null ? null : (
          <>
            <span className="secondary">Verifier</span>
            <Copyable what={WALLET_PANE_LABELS.verifierAddress} text={verifier} />
          </>
        )}
      </p>
      {rows.length === 0 ? (
        <p className="dim">{WALLET_PANE_LABELS.noSessionKeyYet}</p>
      ) : (
        <ul className="wallet-keys">
          {rows.map((row) => (
            <Row key={row.id} row={row} canPrepare={canPrepare} prepared={grant && formatGrant(grant, now)} />
          ))}
        </ul>
      )}
      {rows.length === 0 ? null : <p className="dim">{WALLET_PANE_LABELS.howExchangeRevokesKey}</p>}
    </section>
  );
}

function Row(props: { readonly row: SessionRow; readonly canPrepare: boolean; readonly prepared: string | null }) {
  const { row, canPrepare, prepared } = props;
  return (
    <li>
      <div className="wallet-key-line">
        <Dot tone={row.tone} label={row.state} />
        <strong>{WALLET_PANE_LABELS.sessionKey}</strong>
        <Copyable what={WALLET_PANE_LABELS.xCoordinate} text={row.x} />
        {canPrepare && row.isPrepared ? (
          <FormButton form="authorise" label={WALLET_PANE_LABELS.checkAndAuthorise} of={row.name} />
        ) : null}
        {canPrepare ? (
          <FormButton form={`session ${row.id}`} label={WALLET_PANE_LABELS.prepareAgain} of={row.name} />
        ) : null}
        <FormButton form={`remove ${row.id}`} label="Remove…" of={row.name} />
      </div>
      <p className={row.tone === 'warn' ? 'mine' : 'secondary'}>
        {row.state}
        {row.isPrepared && prepared !== null ? WALLET_PANE_LABELS.prepared(prepared) : ''}
      </p>
    </li>
  );
}
