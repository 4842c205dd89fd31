/** The second way in, where this computer's keychain has one; what became of one that is gone is said in one line. */
import type { KeychainUnlockView } from '#shared/ipc/views.ts';
import type { Command } from '../act/useCommand.ts';
import { toMidSentence } from '../ui/midSentence.ts';

export function KeychainUnlock(props: {
  readonly state: KeychainUnlockView;
  readonly command: Command;
  readonly onOpened: () => void;
}) {
  const { state, command } = props;
  if (state.at === 'lost' || state.at === 'unavailable') {
    return <p className="keychain-note">{formatKeychainUnavailable(state)}</p>;
  }
  if (state.at !== 'ready') return null;
  const open = async (): Promise<void> => {
    const result = await command.run('vault.unlockByDevice', {});
    if (result?.ok) props.onOpened();
  };
  return (
    <button type="button" className="button keychain-unlock" disabled={command.isBusy} onClick={() => void open()}>
      Unlock with this computer ({state.keychain})
    </button>
  );
}

function formatKeychainUnavailable(state: Extract<KeychainUnlockView, { why: string }>): string {
  return state.at === 'lost'
    ? `This computer's keychain does not open it any more: ${toMidSentence(state.why)}.`
    : `Only the password opens it here: ${toMidSentence(state.why)}.`;
}
