/** Doctor section of the health pane: examines the account on request, and lists what to do. */

import { useState } from 'react';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import { summarizeDoctor } from '#shared/text/doctor.ts';
import { HEALTH_PANE_LABELS } from '#shared/text/healthPaneLabels.ts';
import { formatTime } from '#shared/text/times.ts';
import { useCommand } from '../../act/useCommand.ts';
import { buildDoctorRows } from '../../domain/doctor.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Findings } from '../../ui/Findings.tsx';

export function Doctor() {
  const canRun = useFeed([feedKey.wallet], (mirror) => {
    const wallet = mirror.wallet();
    return wallet?.vault === 'unlocked' && wallet.hasApiKey;
  });
  const [report, setReport] = useState<DoctorReport | null>(null);
  const command = useCommand(false);
  if (!canRun) return <p className="dim">{HEALTH_PANE_LABELS.unlockVaultWithAccount}</p>;
  const run = async (): Promise<void> => {
    const result = await command.run('doctor.run', {});
    if (result?.ok) setReport(result.value);
  };
  return (
    <>
      <p className="health-doctor-head">
        <button type="button" className="button small" disabled={command.isBusy} onClick={() => void run()}>
          {command.isBusy ? 'Examining…' : HEALTH_PANE_LABELS.runDoctor}
        </button>
        {report === null ? (
          <span className="dim">{HEALTH_PANE_LABELS.comparesKeyWalletContracts}</span>
        ) : (
          <span role="status">
            {summarizeDoctor(report.lines)} <span className="dim">at {formatTime(report.atMs, 'machine')}</span>
          </span>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {report === null ? null : (
        <Findings label={HEALTH_PANE_LABELS.reportOfDoctor} findings={buildDoctorRows(report)} />
      )}
    </>
  );
}
