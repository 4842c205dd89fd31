/** Forms that set a limit: the lock times, and the cost of one order. */

import { useState } from 'react';
import type { CustodyView } from '#shared/ipc/custody.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { formatUsd, parseUsd, type Usd } from '#shared/units/usd.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
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
      title={WALLET_PANE_LABELS.changeLockTimes}
      lead="Minutes without activity. A locked screen hides the account, and orders can still be cancelled. Locked keys are removed from memory."
      submit="Change times"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <NumberField
        label={WALLET_PANE_LABELS.screenMinutes}
        text={screen}
        hint={errors.screen}
        wrong={errors.screen !== null}
        onChange={setScreen}
        focus
      />
      <NumberField
        label={WALLET_PANE_LABELS.keysMinutes}
        text={keys}
        hint={errors.keys}
        wrong={errors.keys !== null}
        onChange={setKeys}
      />
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
      title={WALLET_PANE_LABELS.changeOrderLimit}
      lead="The maximum cost of one order, with its fee reserve. Adyton refuses any order above it."
      submit="Change limit"
      busy="Changing…"
      command={command}
      onSubmit={() => void submit()}
    >
      <NumberField
        label={WALLET_PANE_LABELS.orderLimit}
        text={amount}
        hint={maxOrderCost === null ? 'An amount above 0, such as 2500.50' : null}
        wrong={maxOrderCost === null}
        onChange={setAmount}
        focus
      />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}
