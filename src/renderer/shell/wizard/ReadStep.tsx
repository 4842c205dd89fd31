/** Read step: the wallet configuration and its checked calls, before anything is signed. */

import { useEffect, useRef } from 'react';
import type { HealthView } from '#shared/ipc/health.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatClockOffset } from '#shared/text/times.ts';
import { PIN_WARNINGS } from '#shared/text/wallet/walletChanges.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Calls } from './Calls.tsx';
import { findObstacle, formatCallCount, formatDeposit, listPending, type Progress } from './model.ts';
import { StepForm } from './StepForm.tsx';

export function ReadStep(props: {
  readonly wallet: WalletView;
  readonly account: Progress['account'];
  /** Enters another API key; null on a network that opens accounts itself. */
  readonly onReconnect: (() => void) | null;
  readonly onClose: () => void;
  readonly onReviewed: (hashes: readonly string[]) => void;
}) {
  const command = useCommand(false);
  const accepting = useCommand(false);
  const password = useSecret();
  const clock = useFeed([feedKey.health], (mirror) => mirror.health()?.clock ?? null);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void command.run('wallet.read', {});
  });

  const { setup } = props.wallet;
  const obstacle = findObstacle(props.wallet);
  const pending = setup ? listPending(setup) : [];
  const canContinue = setup !== null && obstacle === null && command.error === null;
  const readAgain = (): void => {
    void command.run('wallet.read', {});
  };
  const accept = async (): Promise<void> => {
    const accepted = await accepting.run('wallet.acceptChanges', { password: consumeSecret(password) });
    if (accepted?.ok) readAgain();
    else password.current?.focus();
  };
  if (command.error?.code === 'WALLET_CHANGED') {
    return (
      <StepForm
        title={WIZARD_LABELS.yourWalletChanged}
        lead="Its configuration differs from the one you agreed to. If you did not expect this, do not accept it and ask the exchange."
        error={accepting.error}
        busy={accepting.isBusy || command.isBusy}
        submit={accepting.isBusy ? 'Accepting…' : 'Accept the changes'}
        onSubmit={() => void accept()}
        onClose={props.onClose}
      >
        <p className="wrong-box">{command.error.text}.</p>
        <SecretField label={WIZARD_LABELS.passwordOfVault} input={password} wrong={accepting.error !== null} />
      </StepForm>
    );
  }
  return (
    <StepForm
      title={WIZARD_LABELS.readWallet}
      lead={setup === null ? describeReading(command.error !== null) : formatLead(setup.signatureType)}
      error={command.error}
      busy={command.isBusy}
      submit={canContinue ? (command.isBusy ? 'Reading…' : `Continue with ${formatCallCount(pending.length)}`) : null}
      focusSubmit
      onSubmit={() => props.onReviewed(pending.map((call) => call.hash))}
      onClose={props.onClose}
      aside={
        <>
          {props.onReconnect === null ? null : (
            <button type="button" className="button quiet" disabled={command.isBusy} onClick={props.onReconnect}>
              {WIZARD_LABELS.anotherAPIKey}
            </button>
          )}
          <button type="button" className="button" disabled={command.isBusy} onClick={readAgain}>
            {command.isBusy && !canContinue ? 'Reading…' : WIZARD_LABELS.readAgain}
          </button>
        </>
      }
    >
      {props.account ? (
        <p className="good-box" role="status">
          {WIZARD_LABELS.paperAccountOpenedWith} {formatDeposit(props.account.deposit)} {WIZARD_LABELS.usdcOfTestMoney}
        </p>
      ) : null}
      {obstacle ? (
        <p className="wrong-box" role="alert">
          {obstacle}
        </p>
      ) : null}
      {setup?.warning ? (
        <p className="wrong-box" role="alert">
          {formatCoded(PIN_WARNINGS, setup.warning)}.
        </p>
      ) : null}
      {setup ? (
        <>
          {setup.signatureType === PASSKEY_TYPE ? null : <Calls calls={pending} showProgress={false} />}
          <dl className="wizard-facts">
            <dt>Wallet</dt>
            <dd className="mono">{setup.safe}</dd>
            <dt>Owner</dt>
            <dd className="mono">{setup.owner}</dd>
            <dt>Exchange</dt>
            <dd className="mono">{setup.exchange}</dd>
            <dt>{WIZARD_LABELS.chainDomain}</dt>
            <dd>
              <span className="mono">{setup.chainId}</span> · {setup.domainName}
            </dd>
            <dt>Clock</dt>
            <dd>{formatClock(clock)}</dd>
          </dl>
        </>
      ) : null}
    </StepForm>
  );
}

function describeReading(hasFailed: boolean): string {
  return hasFailed
    ? 'The wallet configuration could not be read from the exchange.'
    : 'Reading the wallet configuration from the exchange.';
}

function formatLead(signatureType: number): string {
  return signatureType === PASSKEY_TYPE
    ? 'The wallet configuration from the exchange.'
    : 'The wallet must grant these permissions before it can trade. Adyton decoded each call and computed its hash.';
}

function formatClock(clock: HealthView['clock']): string {
  if (!clock) return 'Not measured yet';
  const offset = `${formatClockOffset(clock.offsetMs)} from this computer's`;
  return `${offset}, over ${clock.roundTripMs} ms round trip${Math.abs(clock.offsetMs) > 4_000 ? ': set your clock' : ''}`;
}
