/** The doctor's report at the end of the setup: an order is signed and its signature recovered, none is sent. */

import { useEffect, useState } from 'react';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import { summarizeDoctor } from '#shared/text/doctor.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { buildDoctorRows } from '../../domain/doctor.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Findings } from '../../ui/Findings.tsx';

export function Report() {
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
