/** The acts that ask for nothing but the password. */
import type { KeychainUnlockView, KeyView } from '#shared/ipc/views.ts';
import { SecretField, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { shorten } from '../../ui/shorten.ts';
import { ActForm } from './ActForm.tsx';
import { type Act, useAct } from './useAct.ts';

export function CopyForm() {
  return (
    <PasswordAct
      title="Save a copy of the vault"
      lead="Every key and secret in it, sealed as it is: the password of today opens it."
      submit="Save copy"
      busy="Writing and reading back…"
      send={(run, password) =>
        run('vault.saveCopy', { password }, ({ path }) => ({
          text: 'The copy was written, read again and proved to open. Keep it away from this computer:',
          path,
        }))
      }
    />
  );
}

/** On or off, by what it is now; what is lost can only be taken away, and then turned on anew. */
export function KeychainUnlockForm(props: { readonly state: KeychainUnlockView }) {
  const { state } = props;
  if (state.at === 'off') {
    return (
      <PasswordAct
        title="Open with this computer too"
        lead={`${state.keychain} keeps a second way in: whoever uses your account on this computer can open the vault then. What asks for the password still does.`}
        submit="Turn on"
        busy="Writing…"
        send={(run, password) =>
          run('vault.enableDevice', { password }, () => ({
            text: 'Written. It is offered once the next start has read it back; until then only the password opens.',
            path: null,
          }))
        }
      />
    );
  }
  return (
    <PasswordAct
      title={state.at === 'lost' ? 'Forget the lost way in' : 'Close the way in by this computer'}
      lead="Only the password opens the vault after that. It can be turned on again."
      submit={state.at === 'lost' ? 'Forget it' : 'Turn off'}
      busy="Taking it away…"
      send={(run, password) =>
        run('vault.disableDevice', { password }, () => ({ text: 'Only the password opens the vault now.', path: null }))
      }
    />
  );
}

export function OlderForm() {
  return (
    <PasswordAct
      title="It was me: go on with the older vault"
      lead="Look at the keys below first. The newer vault is not known here any more after that."
      submit="Go on with it"
      busy="Noting it…"
      send={(run, password) =>
        run('vault.acceptOlder', { password }, () => ({ text: 'This vault counts from now on.', path: null }))
      }
    />
  );
}

export function RemoveForm(props: { readonly secondKey: KeyView }) {
  const { id, public: address } = props.secondKey;
  return (
    <PasswordAct
      title={`Remove the second key ${shorten(address)}`}
      lead="It signs nothing here any more, and only a copy of the vault that holds it brings it back. The wallet knows it until the exchange takes it off."
      submit="Remove key"
      busy="Removing…"
      send={(run, password) =>
        run('vault.removeKey', { password, id }, () => ({
          text: `The second key ${shorten(address)} is gone from this vault. Have the exchange take it off the wallet too.`,
          path: null,
        }))
      }
    />
  );
}

function PasswordAct(props: {
  readonly title: string;
  readonly lead: string;
  readonly submit: string;
  readonly busy: string;
  readonly send: (run: Act['run'], password: string) => Promise<boolean>;
}) {
  const password = useSecret();
  const { command, run } = useAct(props.title);
  const submit = async (): Promise<void> => {
    if (!(await props.send(run, takeSecret(password)))) password.current?.focus();
  };
  return (
    <ActForm {...props} command={command} onSubmit={() => void submit()}>
      <SecretField label="Password" input={password} focus />
    </ActForm>
  );
}
