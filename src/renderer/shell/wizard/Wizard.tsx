/** Wallet-setup dialog: shows the step that follows from main's wallet view. */
import './wizard.css';
import { useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatLockMessage } from '../custody/lockMessage.ts';
import { KeychainUnlock } from '../custody/Unlock.tsx';
import { AccountStep } from './AccountStep.tsx';
import { BackupStep } from './BackupStep.tsx';
import { CustodialStep } from './CustodialStep.tsx';
import { KeyStep } from './KeyStep.tsx';
import { findStep, INITIAL_PROGRESS, isKeyRefused, listSteps, type Progress, type StepName } from './model.ts';
import { ReadStep } from './ReadStep.tsx';
import { ReadyStep } from './ReadyStep.tsx';
import { SecondKeyForm } from './SecondKeyForm.tsx';
import { SignStep } from './SignStep.tsx';
import { StepForm } from './StepForm.tsx';

export function Wizard(props: {
  readonly info: AppInfo;
  /** Begins with another API key for a connected account. */
  readonly reconnects?: boolean;
  readonly onClose: () => void;
}) {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const [progress, setProgress] = useState<Progress>(() => ({
    ...INITIAL_PROGRESS,
    // The paper exchange opens an account again by itself.
    reconnects: props.reconnects ?? (wallet !== null && props.info.network !== 'paper' && isKeyRefused(wallet)),
  }));
  const update = (part: Partial<Progress>): void => setProgress((current) => ({ ...current, ...part }));
  if (!wallet) {
    return (
      <Dialog title={WIZARD_LABELS.setUpWallet} onClose={props.onClose}>
        <p role="status">{WIZARD_LABELS.waitingForTerminal}</p>
      </Dialog>
    );
  }
  const step = findStep(wallet, props.info.network, progress);
  return (
    <Dialog title={WIZARD_LABELS.setUpWallet} onClose={props.onClose}>
      <div className="wizard">
        <ol className="wizard-list" aria-label="Steps">
          {listSteps(step, wallet).map((listed) => (
            <li
              key={listed.name}
              className={listed.at}
              aria-current={listed.at === 'now' ? 'step' : undefined}
              aria-label={listed.at === 'done' ? WIZARD_LABELS.done(listed.label) : listed.label}
            >
              {listed.label}
            </li>
          ))}
        </ol>
        <Step step={step} wallet={wallet} progress={progress} update={update} {...props} />
      </div>
    </Dialog>
  );
}

function Step(props: {
  readonly step: StepName;
  readonly wallet: WalletView;
  readonly info: AppInfo;
  readonly progress: Progress;
  readonly update: (part: Partial<Progress>) => void;
  readonly onClose: () => void;
}) {
  const { step, wallet, info, progress, update, onClose } = props;
  switch (step) {
    case 'unlock':
      return <UnlockStep wallet={wallet} onClose={onClose} />;
    case 'key':
      return <KeyStep network={info.network} onClose={onClose} onKey={(key) => update({ key })} />;
    case 'backup':
      return (
        <BackupStep
          network={info.network}
          keyOrigin={progress.key}
          canSkip={wallet.hasApiKey}
          onClose={onClose}
          onWriting={() => update({ backup: 'writing' })}
          onWritten={() => update({ backup: 'written' })}
          onDone={() => update({ backup: 'postponed' })}
        />
      );
    case 'account':
      return (
        <AccountStep
          info={info}
          owner={wallet.owner}
          isKeyRefused={isKeyRefused(wallet)}
          onClose={onClose}
          onOpened={(account) => update({ account })}
          onConnected={() => update({ reconnects: false })}
          onBack={progress.reconnects ? () => update({ reconnects: false }) : null}
        />
      );
    case 'read':
      return (
        <ReadStep
          wallet={wallet}
          account={progress.account}
          onReconnect={info.network === 'paper' ? null : () => update({ reconnects: true })}
          onClose={onClose}
          onReviewed={(reviewed) => update({ reviewed })}
        />
      );
    case 'sign':
      return <SignStep wallet={wallet} onClose={onClose} />;
    case 'second':
      return (
        <PasskeyStep
          wallet={wallet}
          second={progress.second}
          onClose={onClose}
          onSecond={(second) => update({ second })}
        />
      );
    case 'custodial':
      return wallet.custodial === null ? null : <CustodialStep custodial={wallet.custodial} onClose={onClose} />;
    case 'ready':
      return <ReadyStep wallet={wallet} onClose={onClose} onBackup={() => update({ backup: 'requested' })} />;
  }
}

/** Unlock step: opens a locked vault before the setup continues. */
function UnlockStep(props: { readonly wallet: WalletView; readonly onClose: () => void }) {
  const password = useSecret();
  const command = useCommand();
  const byKeychain = useCommand();
  const now = useNow(30_000);
  const submit = async (): Promise<void> => {
    const result = await command.run('vault.unlock', { password: consumeSecret(password) });
    if (!result?.ok) password.current?.focus();
  };
  return (
    <StepForm
      title={WIZARD_LABELS.unlockVault}
      lead={`${formatLockMessage(props.wallet, now)} The setup then continues.`}
      error={command.error ?? byKeychain.error}
      busy={command.isBusy || byKeychain.isBusy}
      submit={command.isBusy ? 'Unlocking…' : 'Unlock'}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <SecretField label="Password" input={password} focus />
      <KeychainUnlock state={props.wallet.custody.keychainUnlock} command={byKeychain} onUnlocked={() => undefined} />
    </StepForm>
  );
}

/** Passkey step: read-only account, or a second signing key. */
function PasskeyStep(props: {
  readonly wallet: WalletView;
  readonly second: Progress['second'];
  readonly onClose: () => void;
  readonly onSecond: (second: Progress['second']) => void;
}) {
  const { onSecond } = props;
  const { setup } = props.wallet;
  if (props.second === 'adding') {
    return <SecondKeyForm onBack={() => onSecond('open')} onClose={props.onClose} onDone={() => onSecond('settled')} />;
  }
  return (
    <StepForm
      title={WIZARD_LABELS.passkeyOwnsThisWallet}
      lead="The passkey signs only in the browser, so this account is read-only here until you add a second signing key."
      error={null}
      busy={false}
      submit="Add a second signing key"
      focusSubmit
      onSubmit={() => onSecond('adding')}
      onClose={props.onClose}
      aside={
        <button type="button" className="button" onClick={props.onClose}>
          {WIZARD_LABELS.continueReadOnly}
        </button>
      }
    >
      <dl className="wizard-facts wizard-even wizard-ways">
        <dt>Read-only</dt>
        <dd>{WIZARD_LABELS.marketsBalanceOrdersFills}</dd>
        <dt>{WIZARD_LABELS.withSecondKey}</dt>
        <dd>{WIZARD_LABELS.adytonSignsYourOrders}</dd>
      </dl>
      {setup?.status === 'setup_required' ? (
        <p className="wrong-box">{WIZARD_LABELS.walletsSetupIsNotFinished}</p>
      ) : null}
      {setup ? (
        <dl className="wizard-facts wizard-even">
          <dt>Wallet</dt>
          <dd className="mono">{setup.safe}</dd>
          <dt>{WIZARD_LABELS.passkeysSigner}</dt>
          <dd className="mono">{setup.owner}</dd>
          <dt>{WIZARD_LABELS.chainDomain}</dt>
          <dd>
            <span className="mono">{setup.chainId}</span> · {setup.domainName}
          </dd>
        </dl>
      ) : null}
    </StepForm>
  );
}
