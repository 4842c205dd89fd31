/** Button that unlocks the vault with the system's keychain, or one line with the reason why it can't. */
import type { KeychainUnlockView } from '#shared/ipc/custody.ts';
import { formatKeychainFault } from '#shared/text/custody/keychain.ts';
import type { Command } from '../../act/useCommand.ts';

export function KeychainUnlock(props: {
  readonly state: KeychainUnlockView;
  readonly command: Command;
  readonly onUnlocked: () => void;
}) {
  const { state, command } = props;
  if (state.at === 'lost' || state.at === 'unavailable') {
    const title = state.at === 'lost' ? 'Keychain unlock no longer works' : 'Keychain unlock is not available';
    return (
      <p className="keychain-note">
        {title}: {formatKeychainFault(state.reason)}.
      </p>
    );
  }
  if (state.at !== 'ready') return null;
  const unlock = async (): Promise<void> => {
    const result = await command.run('vault.unlockWithKeychain', {});
    if (result?.ok) props.onUnlocked();
  };
  return (
    <button type="button" className="button keychain-unlock" disabled={command.isBusy} onClick={() => void unlock()}>
      Unlock with the keychain ({state.keychain})
    </button>
  );
}
