/** Computer section of the health pane: checks what the program assumes of this computer, on request. */
import { useState } from 'react';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import { buildCheckRows, summarizeChecks } from '#shared/text/electronChecks.ts';
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
          {command.isBusy ? 'Checking…' : 'Check this computer'}
        </button>
        {answer === null ? (
          <span className="dim">Compares cryptography, database and system with what Adyton relies on.</span>
        ) : (
          <span role="status">
            {summarizeChecks(answer.lines)} <span className="dim">at {formatTime(answer.atMs, 'machine')}</span>
          </span>
        )}
      </p>
      {command.error === null ? null : <ErrorMessage error={command.error} />}
      {answer === null ? null : <Findings label="Checks of this computer" findings={buildCheckRows(answer.lines)} />}
    </>
  );
}
