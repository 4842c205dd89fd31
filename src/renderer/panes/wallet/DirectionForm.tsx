/** Form that changes how a custodial account's orders say their direction; the account is confirmed again with it. */

import { useState } from 'react';
import { type CustodialView, findDirectionFault } from '#shared/order/account/custodial.ts';
import { formatCustodialProofReceipt, formatDirection } from '#shared/text/account/custodial.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { DirectionFields } from '../../ui/form/DirectionFields.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

const PROVED_BELOW = 'One post-only order was sent and cancelled: Custody says whether it proves them';

export function DirectionForm(props: { readonly custodial: CustodialView }) {
  const [direction, setDirection] = useState(props.custodial.direction);
  const password = useSecret();
  const { command, run } = useFormCommand('Change how orders say their direction');
  const submit = async (): Promise<void> => {
    const input = { password: consumeSecret(password), direction };
    const isDone = await run('account.confirmCustodial', input, (receipt) => ({
      text: `Orders now say ${formatDirection(direction)}. ${formatCustodialProofReceipt(receipt) ?? PROVED_BELOW}.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.changeHowOrdersSayTheir}
      lead="The exchange’s documents do not show it. Take what the exchange tells you; one post-only order then proves it, and is cancelled."
      submit="Change direction"
      busy="Changing…"
      command={command}
      canSubmit={findDirectionFault(direction) === null}
      onSubmit={() => void submit()}
    >
      <DirectionFields direction={direction} onChange={setDirection} />
      <SecretField label="Password" input={password} focus />
    </WalletForm>
  );
}
