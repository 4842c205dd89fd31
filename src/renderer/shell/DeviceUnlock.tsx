/** The second way in, where this computer's keychain has one; what became of one that is gone is said in one line. */
import type { DeviceView } from '#shared/ipc/views.ts';
import type { Command } from '../act/useCommand.ts';
import { toMidSentence } from '../ui/midSentence.ts';

export function DeviceUnlock(props: {
  readonly device: DeviceView;
  readonly command: Command;
  readonly onOpened: () => void;
}) {
  const { device, command } = props;
  if (device.at === 'lost' || device.at === 'unavailable') {
    return <p className="device-note">{tellNoDevice(device)}</p>;
  }
  if (device.at !== 'ready') return null;
  const open = async (): Promise<void> => {
    const result = await command.run('vault.unlockByDevice', {});
    if (result?.ok) props.onOpened();
  };
  return (
    <button type="button" className="button device-unlock" disabled={command.isBusy} onClick={() => void open()}>
      Unlock with this computer ({device.keychain})
    </button>
  );
}

function tellNoDevice(device: Extract<DeviceView, { why: string }>): string {
  return device.at === 'lost'
    ? `This computer's keychain does not open it any more: ${toMidSentence(device.why)}.`
    : `Only the password opens it here: ${toMidSentence(device.why)}.`;
}
