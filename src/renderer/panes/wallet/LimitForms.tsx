/** Forms that set a limit: the lock times, and the cost of one order. */
import { useRef, useState } from 'react';
import type { CustodyView } from '#shared/ipc/custody.ts';
import { formatUsd, parseUsd, type Usd } from '#shared/units/usd.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { Field } from '../../ui/parts.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/Secret.tsx';
import { checkMinutes, formatLockTimes, parseAmount, parseMinutes } from './model.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

export function LocksForm(props: { readonly lockTimes: CustodyView['lockTimes'] }) {
  const [screen, setScreen] = useState(String(props.lockTimes.screenMinutes));
  const [keys, setKeys] = useState(String(props.lockTimes.keysMinutes));
  const password = useSecret();
  const { command, run } = useFormCommand('Change the lock times');
  const errors = checkMinutes(screen, keys);
  const submit = async (): Promise<void> => {
    const screenMinutes = parseMinutes(screen);
    const keysMinutes = parseMinutes(keys);
    if (screenMinutes === null || keysMinutes === null || errors.keys !== null) return;
    const times = { screenMinutes, keysMinutes };
    const isDone = await run('vault.setLockTimes', { password: consumeSecret(password), ...times }, () => ({
      text: `The vault locks ${formatLockTimes(times)}.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title="Change the lock times"
      lead="Minutes without activity. A locked screen hides the account, and orders can still be cancelled. Locked keys are removed from memory."
      submit="Change times"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <TextField label="Screen, minutes" text={screen} error={errors.screen} onChange={setScreen} focus />
      <TextField label="Keys, minutes" text={keys} error={errors.keys} onChange={setKeys} />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

export function LimitForm(props: { readonly maxOrderCost: Usd }) {
  const [amount, setAmount] = useState(formatUsd(props.maxOrderCost));
  const password = useSecret();
  const { command, run } = useFormCommand('Change the order limit');
  const maxOrderCost = parseAmount(amount);
  const submit = async (): Promise<void> => {
    if (maxOrderCost === null) return;
    const limits = { orderCost: parseUsd(maxOrderCost) };
    const isDone = await run('risk.setLimits', { password: consumeSecret(password), limits }, () => ({
      text: `One order may now cost at most ${maxOrderCost}.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title="Change the order limit"
      lead="The maximum cost of one order, with its fee reserve. Adyton refuses any order above it."
      submit="Change limit"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <TextField
        label="Order limit"
        text={amount}
        error={maxOrderCost === null ? 'An amount above 0, such as 2500.50' : null}
        onChange={setAmount}
        focus
      />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

function TextField(props: {
  readonly label: string;
  readonly text: string;
  readonly error: string | null;
  readonly onChange: (text: string) => void;
  readonly focus?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, props.focus === true);
  return (
    <Field label={props.label} hint={props.error} wrong={props.error !== null}>
      {(id, describedBy) => (
        <input
          ref={input}
          id={id}
          className="mono"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={props.text}
          aria-describedby={describedBy}
          aria-invalid={props.error !== null}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
