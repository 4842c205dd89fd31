/** Form of one wallet action: its fields, a decoded preview by main, then the password. Any edit discards the preview. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionPlanView } from '#shared/ipc/relay.ts';
import type { WalletIntent } from '#shared/order/walletAction.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { ACTION_WARNINGS, formatAction, formatChange } from '#shared/text/walletActions.ts';
import { formatDecodedCall } from '#shared/text/walletEffects.ts';
import { useCommand } from '../../act/useCommand.ts';
import { marketName, NO_MARKETS } from '../../domain/markets.ts';
import { usePaneId } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { useOverlay } from '../../ui/overlay.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/Secret.tsx';
import { closeForm } from './state.ts';

export function ActionForm(props: {
  readonly title: string;
  readonly lead: string;
  /** Null while the fields make no action. */
  readonly intent: WalletIntent | null;
  readonly children: ReactNode;
}) {
  const { intent } = props;
  const paneId = usePaneId();
  const command = useCommand(false);
  const password = useSecret();
  const form = useRef<HTMLFormElement>(null);
  const [planned, setPlanned] = useState<{ readonly key: string; readonly plan: ActionPlanView } | null>(null);
  const [needsNonce, setNeedsNonce] = useState(false);
  const [nonce, setNonce] = useState('');
  const key = keyOf(intent, nonce);
  const plan = planned?.key === key ? planned.plan : null;
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);

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

  async function sign(ready: ActionPlanView): Promise<void> {
    const result = await command.run('wallet.runAction', { hash: ready.hash, password: consumeSecret(password) });
    if (result === null) return;
    if (result.ok) {
      closeForm(paneId, { text: `${formatAction(ready.action)}: signed. What becomes of it is below.`, path: null });
      return;
    }
    password.current?.focus();
    const isOver = result.error.code === 'ACTION_REFUSED';
    if (isOver) setPlanned(null);
    if (!form.current?.isConnected) {
      useOverlay.getState().notify('bad', `${props.title}: failed`, formatBridgeError(result.error));
    }
  }

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (command.isBusy) return;
    void (plan === null ? preview() : sign(plan));
  };
  const busyLabel = plan === null ? 'Reading…' : 'Signing…';
  return (
    <form
      ref={form}
      className="wallet-form"
      aria-label={props.title}
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !command.isBusy) closeForm(paneId, null);
      }}
    >
      <p>
        <strong>{props.title}</strong> <span className="secondary">{props.lead}</span>
      </p>
      <div className="wallet-fields">
        {props.children}
        {needsNonce ? <NumberField label="Next nonce of the wallet" text={nonce} onChange={setNonce} /> : null}
        {plan === null ? null : <SecretField label="Password" input={password} focus />}
        <div className="wallet-buttons">
          <button type="submit" className="button primary" disabled={command.isBusy || intent === null}>
            {command.isBusy ? busyLabel : plan === null ? 'Preview' : 'Sign and send'}
          </button>
          <button
            type="button"
            className="button quiet"
            disabled={command.isBusy}
            onClick={() => closeForm(paneId, null)}
          >
            Cancel
          </button>
        </div>
      </div>
      {plan === null ? null : <Preview plan={plan} />}
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </form>
  );
}

/** What main will sign, decoded from the bytes. */
function Preview(props: { readonly plan: ActionPlanView }) {
  const { plan } = props;
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const titleOf = (id: string): string => {
    const market = markets.find((one) => one.market === id);
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
        <dt>{plan.effects.length === 1 ? 'Call' : `Calls (${plan.effects.length})`}</dt>
        <dd>
          <ul className="wallet-lines">
            {plan.effects.map((effect) => {
              const text = formatDecodedCall(effect);
              return <li key={text}>{text}</li>;
            })}
          </ul>
        </dd>
        <dt>Signed for</dt>
        <dd>
          wallet <span className="mono">{plan.wallet}</span>, chain {plan.chainId}, nonce {plan.nonce}
          {plan.batch === null ? '' : `, through the batch contract ${plan.batch}`}
        </dd>
      </dl>
    </div>
  );
}

function keyOf(intent: WalletIntent | null, nonce: string): string {
  return JSON.stringify([intent, nonce], (_key, value) => (typeof value === 'bigint' ? `${value}` : value));
}
