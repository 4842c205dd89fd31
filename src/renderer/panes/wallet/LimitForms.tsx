/** The acts that set a bound: when the vault locks itself, and what one order may cost. */
import { useRef, useState } from 'react';
import type { CustodyView } from '#shared/ipc/views.ts';
import { formatUsd, type Usd } from '#shared/units/usd.ts';
import { useFirstFocus } from '../../ui/focus.ts';
import { Field } from '../../ui/parts.tsx';
import { SecretField, takeSecret, useSecret } from '../../ui/Secret.tsx';
import { ActForm } from './ActForm.tsx';
import { checkMinutes, cleanAmount, parseMinutes, tellLockTimes } from './model.ts';
import { useAct } from './useAct.ts';

export function LocksForm(props: { readonly lockTimes: CustodyView['lockTimes'] }) {
  const [screen, setScreen] = useState(String(props.lockTimes.screenMinutes));
  const [keys, setKeys] = useState(String(props.lockTimes.keysMinutes));
  const password = useSecret();
  const { command, run } = useAct('Change the lock times');
  const wrong = checkMinutes(screen, keys);
  const submit = async (): Promise<void> => {
    const screenMinutes = parseMinutes(screen);
    const keysMinutes = parseMinutes(keys);
    if (screenMinutes === null || keysMinutes === null || wrong.keys !== null) return;
    const times = { screenMinutes, keysMinutes };
    const isDone = await run('vault.setLockTimes', { password: takeSecret(password), ...times }, () => ({
      text: `It locks itself ${tellLockTimes(times)}.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <ActForm
      title="Change the lock times"
      lead="Minutes without an act. Behind a locked screen orders can still be cancelled; locked keys are gone from memory."
      submit="Change times"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <Typed label="Screen, minutes" text={screen} wrong={wrong.screen} onChange={setScreen} focus />
      <Typed label="Keys, minutes" text={keys} wrong={wrong.keys} onChange={setKeys} />
      <SecretField label="Password" input={password} />
    </ActForm>
  );
}

export function LimitForm(props: { readonly maxOrderCost: Usd }) {
  const [amount, setAmount] = useState(formatUsd(props.maxOrderCost));
  const password = useSecret();
  const { command, run } = useAct('Change the order limit');
  const clean = cleanAmount(amount);
  const submit = async (): Promise<void> => {
    if (clean === null) return;
    const input = { password: takeSecret(password), maxOrderCost: clean };
    const isDone = await run('account.setOrderLimit', input, () => ({
      text: `One order may cost at most ${clean} from now on.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <ActForm
      title="Change the order limit"
      lead="The most that one order may cost, its fee reserve included. What is above is refused, whichever pane it comes from."
      submit="Change limit"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <Typed
        label="Order limit"
        text={amount}
        wrong={clean === null ? 'An amount above 0, such as 2500.50' : null}
        onChange={setAmount}
        focus
      />
      <SecretField label="Password" input={password} />
    </ActForm>
  );
}

function Typed(props: {
  readonly label: string;
  readonly text: string;
  readonly wrong: string | null;
  readonly onChange: (text: string) => void;
  readonly focus?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  useFirstFocus(input, props.focus === true);
  return (
    <Field label={props.label} hint={props.wrong} wrong={props.wrong !== null}>
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
          aria-invalid={props.wrong !== null}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
