/** Form of one wallet action: its fields, a decoded preview by main, then the password. Any edit discards the preview. */

import { type ReactNode, useState } from 'react';
import type { ActionPlanView } from '#shared/ipc/wallet/relay.ts';
import type { WalletIntent } from '#shared/order/wallet/walletAction.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { ACTION_WARNINGS, formatAction, formatChange } from '#shared/text/wallet/walletActions.ts';
import { formatDecodedCall } from '#shared/text/wallet/walletEffects.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { marketName, NO_MARKETS } from '../../domain/markets/markets.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

export function ActionForm(props: {
  readonly title: string;
  readonly lead: string;
  /** Null while the fields make no action. */
  readonly intent: WalletIntent | null;
  /** What the fields chosen so far call for. */
  readonly warning?: string | null;
  readonly children: ReactNode;
}) {
  const { intent, warning = null } = props;
  const { command, run } = useFormCommand(props.title);
  const password = useSecret();
  const [planned, setPlanned] = useState<{ readonly key: string; readonly plan: ActionPlanView } | null>(null);
  const [needsNonce, setNeedsNonce] = useState(false);
  const [nonce, setNonce] = useState('');
  const key = keyOf(intent, nonce);
  // Main has dropped a plan that it refused.
  const isRefused = command.error?.code === 'ACTION_REFUSED';
  const plan = planned?.key === key && !isRefused ? planned.plan : null;

  async function preview(): Promise<void> {
    if (intent === null) return;
    const entered = /^\d{1,15}$/.test(nonce.trim()) ? Number.parseInt(nonce, 10) : null;
    const result = await command.run('wallet.planAction', { intent, nonce: needsNonce ? entered : null });
    if (result === null) return;
    if (result.ok) setPlanned({ key, plan: result.value });
    else if (result.error.code === 'ACTION_REFUSED' && result.error.parameters.code === 'nonceUnknown') {
      setNeedsNonce(true);
    }
  }

  async function sign({ hash, action }: ActionPlanView): Promise<void> {
    const isSigned = await run('wallet.runAction', { hash, password: consumeSecret(password) }, () => ({
      text: `${formatAction(action)}: signed. What becomes of it is below.`,
      path: null,
    }));
    if (!isSigned) password.current?.focus();
  }

  return (
    <WalletForm
      title={props.title}
      lead={props.lead}
      submit={plan === null ? 'Preview' : 'Sign and send'}
      busy={plan === null ? 'Reading…' : 'Signing…'}
      command={command}
      canSubmit={intent !== null}
      onSubmit={() => void (plan === null ? preview() : sign(plan))}
      details={
        <>
          {warning === null ? null : (
            <p className="wrong-box" role="alert">
              {warning}
            </p>
          )}
          {plan === null ? null : <Preview plan={plan} />}
        </>
      }
    >
      {props.children}
      {needsNonce ? (
        <NumberField label={WALLET_PANE_LABELS.nextNonceOfWallet} text={nonce} onChange={setNonce} />
      ) : null}
      {plan === null ? null : <SecretField label="Password" input={password} focus />}
    </WalletForm>
  );
}

/** What main will sign, decoded from the bytes. */
function Preview(props: { readonly plan: ActionPlanView }) {
  const { plan } = props;
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const titleOf = (id: string): string => {
    const market = markets.find((one) => one.id === id);
    return market ? marketName(market) : id;
  };
  return (
    <div className="wallet-preview">
      {plan.warnings.map((warning) => (
        <p key={formatCoded(ACTION_WARNINGS, warning)} className="wrong-box" role="alert">
          {formatCoded(ACTION_WARNINGS, warning)}.
        </p>
      ))}
      <dl className="wallet-facts">
        {plan.recipient === null ? null : (
          <>
            <dt>To</dt>
            <dd>
              {plan.recipient.label} <span className="mono">{plan.recipient.text}</span>
            </dd>
          </>
        )}
        <dt>Changes</dt>
        <dd>
          <ul className="wallet-lines">
            {plan.lines.map((line) => (
              <li key={`${line.share?.market} ${line.share?.outcome}`}>
                <span className="mono">{formatChange(line)}</span>{' '}
                <span className="secondary">{line.share === null ? 'collateral' : titleOf(line.share.market)}</span>
              </li>
            ))}
          </ul>
        </dd>
        <dt>{plan.effects.length === 1 ? 'Call' : WALLET_PANE_LABELS.callCount(plan.effects.length)}</dt>
        <dd>
          <ul className="wallet-lines">
            {plan.effects.map((effect) => {
              const text = formatDecodedCall(effect);
              return <li key={text}>{text}</li>;
            })}
          </ul>
        </dd>
        <dt>{WALLET_PANE_LABELS.signedFor}</dt>
        <dd>
          wallet <span className="mono">{plan.wallet}</span>
          {WALLET_PANE_LABELS.chain} {plan.chainId}
          {WALLET_PANE_LABELS.nonce} {plan.nonce}
          {plan.batch === null ? '' : WALLET_PANE_LABELS.throughTheBatchContract(plan.batch)}
        </dd>
      </dl>
    </div>
  );
}

function keyOf(intent: WalletIntent | null, nonce: string): string {
  return JSON.stringify([intent, nonce], (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
}
