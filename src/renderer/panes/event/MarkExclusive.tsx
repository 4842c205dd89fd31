/** Marks an event as exclusive, with the password, or takes the mark away; here also before anything is open in it. */

import { useState } from 'react';
import { EVENT_PANE_LABELS } from '#shared/text/markets/eventPaneLabels.ts';
import { useCommand } from '../../act/useCommand.ts';
import { useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

export function MarkExclusive(props: {
  readonly eventId: number;
  readonly name: string;
  readonly isExclusive: boolean;
}) {
  const { eventId, name, isExclusive } = props;
  const vault = useFeedValue([feedKey.wallet], (mirror) => mirror.wallet()?.vault ?? null);
  const [isOpen, setOpen] = useState(false);
  if (vault !== 'unlocked') return null;
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        {isExclusive ? EVENT_PANE_LABELS.notExclusive : EVENT_PANE_LABELS.markAsExclusive}
      </button>
      {isOpen ? (
        <MarkDialog eventId={eventId} name={name} isExclusive={isExclusive} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function MarkDialog(props: {
  readonly eventId: number;
  readonly name: string;
  readonly isExclusive: boolean;
  readonly onClose: () => void;
}) {
  const { eventId, name, isExclusive, onClose } = props;
  const password = useSecret();
  const command = useCommand(false);
  const submit = async (): Promise<void> => {
    const secret = isExclusive ? null : consumeSecret(password);
    const result = await command.run('risk.markExclusive', { password: secret, eventId, isExclusive: !isExclusive });
    if (result?.ok) onClose();
  };
  return (
    <Dialog
      title={isExclusive ? EVENT_PANE_LABELS.takeMarkAway : EVENT_PANE_LABELS.markAsExclusiveTitle}
      busy={command.isBusy}
      onClose={onClose}
    >
      <form
        className="event-mark"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>{isExclusive ? EVENT_PANE_LABELS.severalMayWin(name) : EVENT_PANE_LABELS.atMostOneMarket(name)}</p>
        {isExclusive ? null : <SecretField label="Password" input={password} focus />}
        <div className="event-mark-buttons">
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {isExclusive ? EVENT_PANE_LABELS.takeAway : 'Mark'}
          </button>
          <button type="button" className="button quiet" disabled={command.isBusy} onClick={onClose}>
            Cancel
          </button>
        </div>
        {command.error ? <ErrorMessage error={command.error} /> : null}
      </form>
    </Dialog>
  );
}
