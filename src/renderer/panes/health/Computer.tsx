/** Computer section of the health pane: checks what the program assumes of this computer, on request. */

import { useState } from 'react';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import { buildCheckRows, summarizeChecks } from '#shared/text/electronChecks.ts';
import { HEALTH_PANE_LABELS } from '#shared/text/healthPaneLabels.ts';
import { formatTime } from '#shared/text/times.ts';
import { useCommand } from '../../act/useCommand.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Findings } from '../../ui/Findings.tsx';

export function Computer() {
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const command = useCommand(false);
  const run = async (): Promise<void> => {
    const result = await command.run('computer.check', {});
    if (result?.ok) setAnswer(result.value);
  };
  return (
    <>
      <p className="health-doctor-head">
        <button type="button" className="button small" disabled={command.isBusy} onClick={() => void run()}>
          {command.isBusy ? 'Checking…' : HEALTH_PANE_LABELS.checkThisComputer}
        </button>
        {answer === null ? (
          <span className="dim">{HEALTH_PANE_LABELS.comparesCryptographyDatabaseAndSystem}</span>
        ) : (
          <span role="status">
            {summarizeChecks(answer.lines)} <span className="dim">at {formatTime(answer.atMs, 'machine')}</span>
          </span>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {answer === null ? null : (
        <Findings label={HEALTH_PANE_LABELS.checksOfThisComputer} findings={buildCheckRows(answer.lines)} />
      )}
    </>
  );
}
