/** Ready step: what the setup created, the report that tests it, and what to do next. */
import { type ReactNode, useEffect, useState } from 'react';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import type { ReadOnlyReason } from '#shared/order/orderSigner.ts';
import { formatCustodialProof } from '#shared/text/account/custodial.ts';
import { formatReadOnly } from '#shared/text/account/readOnlyReasons.ts';
import { summarizeDoctor } from '#shared/text/doctor.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { buildDoctorRows } from '../../domain/doctor.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Findings } from '../../ui/Findings.tsx';
import { StepForm } from './StepForm.tsx';

export function ReadyStep(props: {
  readonly wallet: WalletView;
  readonly onClose: () => void;
  readonly onBackup: () => void;
}) {
  const { wallet } = props;
  const { readiness, signer } = wallet;
  const armKey = useKeyLabel('trading.arm');
  if (readiness.code === 'readOnly') return <ReadOnly reason={readiness.parameters.reason} {...props} />;
  if (signer?.kind === 'custodial') return <Custodial armKey={armKey} {...props} />;
  const second = signer?.kind === 'second' ? signer.key : null;
  return (
    <StepForm
      title={WIZARD_LABELS.walletIsReady}
      lead={formatStart(armKey)}
      error={null}
      busy={false}
      submit="Start trading"
      focusSubmit
      onSubmit={props.onClose}
      onClose={props.onClose}
      aside={
        second !== null || wallet.backedUp ? null : (
          <button type="button" className="button" onClick={props.onBackup}>
            {WIZARD_LABELS.backUpKeyNow}
          </button>
        )
      }
    >
      <Facts wallet={wallet}>
        {second === null ? (
          <>
            <dt>{WIZARD_LABELS.yourKeysAddress}</dt>
            <dd className="mono">{wallet.owner ?? '–'}</dd>
            <dt>Backup</dt>
            <dd className={wallet.backedUp ? '' : 'mine'}>
              {wallet.backedUp ? WIZARD_LABELS.writtenAndVerified : WIZARD_LABELS.notWrittenYet}
            </dd>
          </>
        ) : (
          <>
            <dt>{WIZARD_LABELS.ordersSignedBy}</dt>
            <dd className="mono">{second}</dd>
          </>
        )}
      </Facts>
      {second === null ? null : <p className="dim">{WIZARD_LABELS.exchangeRefusesOrdersUntil}</p>}
      <Report />
    </StepForm>
  );
}

function Custodial(props: { readonly wallet: WalletView; readonly armKey: string; readonly onClose: () => void }) {
  const { custodial } = props.wallet;
  return (
    <StepForm
      title={WIZARD_LABELS.accountIsReady}
      lead={formatStart(props.armKey)}
      error={null}
      busy={false}
      submit="Start trading"
      focusSubmit
      onSubmit={props.onClose}
      onClose={props.onClose}
    >
      <dl className="wizard-facts">
        <dt>Funds</dt>
        <dd>{WIZARD_LABELS.heldByExchange}</dd>
        <dt>Orders</dt>
        <dd>{WIZARD_LABELS.sentWithAPIKeyWithout}</dd>
      </dl>
      {custodial === null ? null : <p className="dim">{formatCustodialProof(custodial.proof)}.</p>}
    </StepForm>
  );
}

function formatStart(armKey: string): string {
  return `${armKey === '' ? 'Arm' : `Press ${armKey} to arm`} trading, then click a price on the ladder, or enter an order in the ticket.`;
}

function ReadOnly(props: {
  readonly wallet: WalletView;
  readonly reason: ReadOnlyReason;
  readonly onClose: () => void;
}) {
  return (
    <StepForm
      title={WIZARD_LABELS.accountIsReadOnlyHere}
      lead={`${formatReadOnly(props.reason)}.`}
      error={null}
      busy={false}
      submit="Go to the terminal"
      focusSubmit
      onSubmit={props.onClose}
      onClose={props.onClose}
    >
      <p>{WIZARD_LABELS.marketsBalanceOrdersFills}</p>
      <Facts wallet={props.wallet}>
        <dt>Owner</dt>
        <dd className="mono">{props.wallet.setup?.owner ?? '–'}</dd>
      </Facts>
    </StepForm>
  );
}

function Facts(props: { readonly wallet: WalletView; readonly children: ReactNode }) {
  return (
    <dl className="wizard-facts">
      <dt>Wallet</dt>
      <dd className="mono">{props.wallet.setup?.safe ?? '–'}</dd>
      {props.children}
    </dl>
  );
}

/** The doctor's report at the end of the setup: an order is signed and its signature recovered, none is sent. */
function Report() {
  const [report, setReport] = useState<DoctorReport | null>(null);
  const command = useCommand(false);
  const examine = async (): Promise<void> => {
    const result = await command.run('doctor.run', {});
    if (result?.ok) setReport(result.value);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one examination when the step appears; the button runs it again
  useEffect(() => {
    void examine();
  }, []);
  return (
    <section className="wizard-report" aria-label="Report">
      <p className="wizard-report-head">
        <span role="status">
          {report === null || command.isBusy ? WIZARD_LABELS.testingKeyWalletAndOrder : summarizeDoctor(report.lines)}
        </span>
        {command.isBusy ? null : (
          <button type="button" className="button small" onClick={() => void examine()}>
            {WIZARD_LABELS.testAgain}
          </button>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {report === null ? null : <Findings label="Findings" findings={buildDoctorRows(report)} />}
    </section>
  );
}
