/** Dialogs of the accounts: add, label and colour, switch, remove. */
import '../wizard/wizard.css';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { ACCOUNT_COLOURS, type AccountColour, MAX_LABEL, type VaultAccount } from '#shared/ipc/accounts.ts';
import { countOpenOrders } from '#shared/order/openOrders.ts';
import { ACCOUNT_DIALOG_LABELS } from '#shared/text/account/accountDialogLabels.ts';
import { formatOrdersStay, formatPaused, listLeftBehind, NO_BACKUP } from '#shared/text/account/accounts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from '../../act/bridge.ts';
import { type Command, useCommand } from '../../act/useCommand.ts';
import {
  readAccounts,
  showAccountDialog,
  useAccountDialog,
  useSelectedAccount,
} from '../../domain/account/accounts.ts';
import { EVENT } from '../../domain/noticeFacts.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Field, Segmented } from '../../ui/parts.tsx';
import { KeyFields } from '../wizard/KeyFields.tsx';
import { useKeyEntry } from '../wizard/useKeyEntry.ts';

export function AccountDialogs() {
  const open = useAccountDialog((state) => state.open);
  switch (open?.kind) {
    case 'add':
      return <AddDialog />;
    case 'rename':
      return <RenameDialog account={open.account} />;
    case 'select':
      return <SelectDialog account={open.account} />;
    case 'remove':
      return <RemoveDialog account={open.account} />;
    case undefined:
      return null;
  }
}

interface DialogProps {
  readonly account: VaultAccount;
}

function AddDialog() {
  const accounts = useFeedValue([feedKey.wallet], readAccounts);
  const [label, setLabel] = useState(`Account ${accounts.length + 1}`);
  const [colour, setColour] = useState<AccountColour>(ACCOUNT_COLOURS[accounts.length % ACCOUNT_COLOURS.length]!);
  const command = useCommand(false);
  const entry = useKeyEntry();
  const send = async (password: string): Promise<boolean> => {
    if (await entry.listAddresses()) return false;
    const key = await entry.read();
    if (typeof key === 'string') {
      command.refuse(key);
      return false;
    }
    const result = await command.run('accounts.add', { password, label, colour, key });
    if (!result?.ok) return false;
    useOverlay
      .getState()
      .notify(
        'good',
        `Account ${label} was added`,
        'Switch to it in the account menu, then connect its API key',
        EVENT,
      );
    return true;
  };
  return (
    <AccountForm
      title={ACCOUNT_DIALOG_LABELS.addAccount}
      submit="Add account"
      busy="Adding…"
      command={command}
      send={send}
    >
      <p>{ACCOUNT_DIALOG_LABELS.anotherWalletWithItsOwn}</p>
      <NameFields label={label} colour={colour} onLabel={setLabel} onColour={setColour} />
      <KeyFields entry={entry} question="Which one owns the wallet?" onPick={command.clearError} />
    </AccountForm>
  );
}

function RenameDialog({ account }: DialogProps) {
  const [label, setLabel] = useState(account.label);
  const [colour, setColour] = useState<AccountColour>(account.colour);
  const command = useCommand(false);
  const send = async (password: string): Promise<boolean> =>
    (await command.run('accounts.rename', { password, id: account.id, label, colour }))?.ok === true;
  return (
    <AccountForm
      title={ACCOUNT_DIALOG_LABELS.labelAndColour}
      submit="Change"
      busy="Changing…"
      command={command}
      send={send}
    >
      <NameFields label={label} colour={colour} onLabel={setLabel} onColour={setColour} />
    </AccountForm>
  );
}

function SelectDialog({ account }: DialogProps) {
  const accounts = useFeedValue([feedKey.wallet], readAccounts);
  const selected = useSelectedAccount();
  const orders = useFeed([feedKey.account], (mirror) => {
    const view = mirror.account();
    return view === null ? null : countOpenOrders(view);
  });
  const from = accounts.find(({ id }) => id === selected)?.label ?? '';
  const command = useCommand(false);
  const send = async (password: string): Promise<boolean> =>
    (await command.run('accounts.select', { password, id: account.id }))?.ok === true;
  return (
    <AccountForm
      title={ACCOUNT_DIALOG_LABELS.switchTo(account.label)}
      submit="Switch"
      busy="Switching…"
      command={command}
      send={send}
      focusPassword
    >
      <p>{formatOrdersStay(from, orders)}.</p>
      <p>
        {ACCOUNT_DIALOG_LABELS.tradingIsDisarmedAndMovesAnd} {formatPaused(from)}.
      </p>
      <Key account={account} />
    </AccountForm>
  );
}

type Left = Parameters<typeof listLeftBehind>[0];

function RemoveDialog({ account }: DialogProps) {
  const [left, setLeft] = useState<Left | string | null>(null);
  const command = useCommand(false);
  useEffect(() => {
    void act('accounts.readLeft', { id: account.id }).then((result) =>
      setLeft(result.ok ? result.value : formatBridgeError(result.error)),
    );
  }, [account.id]);
  const send = async (password: string): Promise<boolean> => {
    const result = await command.run('accounts.remove', { password, id: account.id });
    if (result?.ok) useOverlay.getState().notify('good', `Account ${account.label} was removed`, null, EVENT);
    return result?.ok === true;
  };
  return (
    <AccountForm
      title={ACCOUNT_DIALOG_LABELS.removeAccount(account.label)}
      submit="Remove account"
      busy="Removing…"
      command={command}
      send={send}
      focusPassword
    >
      <p>{ACCOUNT_DIALOG_LABELS.itsKeysAreRemoved}</p>
      {account.isBackedUp ? null : <p className="account-warning">{NO_BACKUP}.</p>}
      <Key account={account} />
      {left === null ? null : typeof left === 'string' ? (
        <p className="account-warning">{left}</p>
      ) : (
        <div>
          <p>{ACCOUNT_DIALOG_LABELS.whatStays}</p>
          <ul className="account-left">
            {listLeftBehind(left).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </AccountForm>
  );
}

function Key({ account }: DialogProps) {
  if (account.owner === null) return null;
  return (
    <dl className="wizard-facts">
      <dt>{ACCOUNT_DIALOG_LABELS.ownKey}</dt>
      <dd>
        <Copyable what={ACCOUNT_DIALOG_LABELS.keyOf(account.label)} text={account.owner} isWhole />
      </dd>
    </dl>
  );
}

const close = (): void => showAccountDialog(null);

/** Form of a change of accounts: what it does, its fields, the password, its error. */
function AccountForm(props: {
  readonly title: string;
  readonly submit: string;
  readonly busy: string;
  readonly command: Command;
  /** Focuses the password, for forms without other fields. */
  readonly focusPassword?: boolean;
  /** True when it is done. */
  readonly send: (password: string) => Promise<boolean>;
  readonly children: ReactNode;
}) {
  const password = useSecret();
  const { command } = props;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (command.isBusy) return;
    if (await props.send(consumeSecret(password))) close();
    else password.current?.focus();
  };
  return (
    <Dialog title={props.title} busy={command.isBusy} onClose={close}>
      <form className="stack account-form" aria-label={props.title} onSubmit={(event) => void submit(event)}>
        {props.children}
        <SecretField
          label={ACCOUNT_DIALOG_LABELS.passwordOfVault}
          input={password}
          focus={props.focusPassword === true}
        />
        {command.error ? <ErrorMessage error={command.error} /> : null}
        <footer>
          <button type="button" className="button" onClick={close} disabled={command.isBusy}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {command.isBusy ? props.busy : props.submit}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

const COLOURS: { readonly [C in AccountColour]: string } = { blue: 'Blue', orange: 'Orange', violet: 'Violet' };

/** Label and colour of an account. */
function NameFields(props: {
  readonly label: string;
  readonly colour: AccountColour;
  readonly onLabel: (label: string) => void;
  readonly onColour: (colour: AccountColour) => void;
}) {
  return (
    <>
      <Field label="Label" hint={`Up to ${MAX_LABEL} characters, shown in every window`}>
        {(id, describedBy, isWrong) => (
          <input
            id={id}
            value={props.label}
            maxLength={MAX_LABEL}
            required
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => props.onLabel(event.target.value)}
            {...{ [FIRST_FOCUS]: '' }}
          />
        )}
      </Field>
      <Segmented
        label="Colour"
        value={props.colour}
        onChange={props.onColour}
        choices={ACCOUNT_COLOURS.map((value) => ({ value, label: COLOURS[value] }))}
      />
    </>
  );
}
