/** Prepared exits: the row with their state, those that were sent, the button that revokes them, and the form that signs them ahead. */

import { useState } from 'react';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { PreparedExitsView } from '#shared/ipc/preparedExits.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Position } from '#shared/order/account/account.ts';
import type { StandingSale } from '#shared/order/exits/preparedExits.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useCommand } from '../../act/useCommand.ts';
import { listStandingSales } from '../../domain/exits/standingSales.ts';
import { useListing, useMarketTitle } from '../../domain/markets/markets.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { FormButton } from './FormButton.tsx';
import {
  buildChoices,
  describePrepared,
  describeRow,
  describeStanding,
  type ExitRow,
  fillFloors,
  listExitRows,
  parseFloor,
  parseHours,
} from './preparedModel.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

const NO_CONDITIONALS: readonly ConditionalView[] = [];

export function PreparedExitsRow(props: {
  readonly exits: PreparedExitsView;
  readonly account: AccountView | null;
  readonly isOpen: boolean;
  readonly now: number;
}) {
  const { exits, account, isOpen, now } = props;
  const standing = listStandingSales(account, now);
  const canRevoke = exits.pack !== null || standing.some((sale) => sale.isOpen);
  return (
    <>
      <div className="wallet-security-row">
        <span className="secondary">{WALLET_PANE_LABELS.lockedExits}</span>
        <span>{describePrepared(exits, now)}</span>
        <span className="wallet-exits-acts">
          {canRevoke ? <RevokeExits /> : null}
          {exits.pack === null && isOpen ? <FormButton form="exits" label="Prepare…" of="Locked exits" /> : null}
        </span>
      </div>
      {standing.map((sale) => (
        <StandingRow
          key={sale.intentId ?? `${sale.market} ${sale.side} ${sale.expiresAtMs} ${sale.shares}`}
          sale={sale}
          now={now}
        />
      ))}
    </>
  );
}

function StandingRow({ sale, now }: { readonly sale: StandingSale; readonly now: number }) {
  const title = useMarketTitle(sale.market);
  return (
    <div className="wallet-security-row">
      <span className="secondary">{WALLET_PANE_LABELS.sentExit}</span>
      <span>{`${title}: ${describeStanding(sale, now)}`}</span>
    </div>
  );
}

/** One click, without a password: it only takes away what could be sent, and cancels what was and rests. */
function RevokeExits() {
  const command = useCommand(true);
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-label={WALLET_PANE_LABELS.lockedExitsRevoke}
        disabled={command.isBusy}
        onClick={() => void command.run('conditional.revokeExits', {})}
      >
        Revoke
      </button>
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </>
  );
}

export function PreparedExitsForm(props: { readonly positions: readonly Position[] }) {
  const conditionals = useFeed(
    [feedKey.conditionals],
    (mirror) => mirror.conditionals()?.conditionals ?? NO_CONDITIONALS,
  );
  const listing = useListing();
  const closeOf = (market: MarketId): number | null => listing.find((one) => one.id === market)?.closeAtMs ?? null;
  const rows = listExitRows(props.positions, conditionals, closeOf);
  // What is typed stays, whatever the stops become.
  const [typed, setFloors] = useState<Readonly<Record<string, string>>>({});
  const floors = { ...fillFloors(rows), ...typed };
  const [hours, setHours] = useState('8');
  const password = useSecret();
  const { command, run } = useFormCommand('Prepare exits');
  const choices = buildChoices(rows, floors);
  const life = parseHours(hours);
  const submit = async (): Promise<void> => {
    if (choices === null || life === null) return;
    const input = { password: consumeSecret(password), hours: life, exits: choices };
    const isDone = await run('conditional.setExitsOnly', input, () => ({
      text: 'The exits are prepared: conditional orders send them while the keys are locked.',
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.prepareExitsForKeyLock}
      lead="Signs sales of your positions now. While the keys are locked, a stop, a trailing stop, a close before the market’s close or a take profit by touch sends them; nothing else can be sent."
      submit="Sign the sales"
      busy="Signing…"
      command={command}
      canSubmit={choices !== null && life !== null}
      onSubmit={() => void submit()}
      details={<p className="secondary wallet-exits-note">{WALLET_PANE_LABELS.signedSaleIsStandingOffer}</p>}
    >
      {rows.length === 0 ? <p className="secondary">{WALLET_PANE_LABELS.noPositionHasAnything}</p> : null}
      {rows.map((row, index) => (
        <FloorField
          key={row.key}
          row={row}
          text={floors[row.key] ?? ''}
          focus={index === 0}
          hours={life}
          onChange={(text) => setFloors({ ...typed, [row.key]: text })}
        />
      ))}
      <NumberField
        label="Hours"
        text={hours}
        hint={life === null ? 'Whole hours from 1 to 12' : null}
        wrong={life === null}
        onChange={setHours}
      />
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

function FloorField(props: {
  readonly row: ExitRow;
  readonly text: string;
  readonly focus: boolean;
  /** Null while they are wrong. */
  readonly hours: number | null;
  readonly onChange: (text: string) => void;
}) {
  const { row, text } = props;
  const title = useMarketTitle(row.market);
  const isWrong = text.trim() !== '' && parseFloor(text) === null;
  return (
    <NumberField
      label={WALLET_PANE_LABELS.floorOf(title, row.side.toUpperCase())}
      text={text}
      hint={isWrong ? 'A price between 0 and 1' : describeRow(row, props.hours, Date.now())}
      wrong={isWrong}
      onChange={props.onChange}
      focus={props.focus}
    />
  );
}
