/** Wallet setup, step by step; which step is next follows from what main says of the wallet. */
import { useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { WalletView } from '#shared/ipc/views.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { AccountStep } from './AccountStep.tsx';
import { BackupStep } from './BackupStep.tsx';
import { KeyStep } from './KeyStep.tsx';
import { findStep, INITIAL_PROGRESS, listSteps, type Progress, type StepName } from './model.ts';
import { PasskeyStep } from './PasskeyStep.tsx';
import { ReadStep } from './ReadStep.tsx';
import { ReadyStep } from './ReadyStep.tsx';
import { SignStep } from './SignStep.tsx';
import { UnlockStep } from './UnlockStep.tsx';
import './wizard.css';

export function Wizard(props: { readonly info: AppInfo; readonly onClose: () => void }) {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const [progress, setProgress] = useState<Progress>(INITIAL_PROGRESS);
  const note = (part: Partial<Progress>): void => setProgress((held) => ({ ...held, ...part }));
  if (!wallet) {
    return (
      <Dialog title="Set up a wallet" onClose={props.onClose}>
        <p role="status">Waiting for the terminal…</p>
      </Dialog>
    );
  }
  const step = findStep(wallet, props.info.network, progress);
  return (
    <Dialog title="Set up a wallet" onClose={props.onClose}>
      <div className="wizard">
        <ol className="wizard-list" aria-label="Steps">
          {listSteps(step, wallet).map((listed) => (
            <li
              key={listed.name}
              className={listed.at}
              aria-current={listed.at === 'now' ? 'step' : undefined}
              aria-label={listed.at === 'done' ? `${listed.label}, done` : listed.label}
            >
              {listed.label}
            </li>
          ))}
        </ol>
        <Step step={step} wallet={wallet} progress={progress} note={note} {...props} />
      </div>
    </Dialog>
  );
}

function Step(props: {
  readonly step: StepName;
  readonly wallet: WalletView;
  readonly info: AppInfo;
  readonly progress: Progress;
  readonly note: (part: Partial<Progress>) => void;
  readonly onClose: () => void;
}) {
  const { step, wallet, info, progress, note, onClose } = props;
  switch (step) {
    case 'unlock':
      return <UnlockStep wallet={wallet} onClose={onClose} />;
    case 'key':
      return <KeyStep network={info.network} onClose={onClose} onKey={(key) => note({ key })} />;
    case 'backup':
      return (
        <BackupStep
          network={info.network}
          keyIs={progress.key}
          mayLeave={wallet.hasApiKey}
          onClose={onClose}
          onWriting={() => note({ backup: 'writing' })}
          onWritten={() => note({ backup: 'written' })}
          onDone={() => note({ backup: 'postponed' })}
        />
      );
    case 'account':
      return (
        <AccountStep info={info} owner={wallet.owner} onClose={onClose} onOpened={(account) => note({ account })} />
      );
    case 'read':
      return (
        <ReadStep
          wallet={wallet}
          account={progress.account}
          onClose={onClose}
          onReviewed={(reviewed) => note({ reviewed })}
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
          onSecond={(second) => note({ second })}
        />
      );
    case 'ready':
      return <ReadyStep wallet={wallet} onClose={onClose} onBackup={() => note({ backup: 'asked' })} />;
  }
}
