/** Forms that withdraw, redeem, split and merge, and those of the address book. */

import { useState } from 'react';
import { cleanPastedWord } from '#shared/base/pastedText.ts';
import type { ListedAddress } from '#shared/ipc/wallet/relay.ts';
import { type Market, phaseOf } from '#shared/market/market.ts';
import { MAX_REDEMPTIONS } from '#shared/order/wallet/walletAction.ts';
import { formatExactMoney } from '#shared/text/numbers.ts';
import { formatSets } from '#shared/text/wallet/walletActions.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { type Address, type MarketId, parseMarketId } from '#shared/units/ids.ts';
import { parseMicrosBig } from '#shared/units/micros.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import { warnOfStandingSplit } from '../../domain/exits/standingSales.ts';
import { marketName, NO_MARKETS, useMarketTitle } from '../../domain/markets/markets.ts';
import { listSets, listUnclaimed, sumUnclaimed } from '../../domain/wallet/walletRequests.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { consumeSecret, SecretField, useSecret } from '../../ui/form/Secret.tsx';
import { Field } from '../../ui/parts.tsx';
import { ActionForm } from './ActionForm.tsx';
import { parseAmount } from './model.ts';
import { useFormCommand } from './useFormCommand.ts';
import { WalletForm } from './WalletForm.tsx';

const ALL = 'all';

/** Millionths, 'all', or null for text that is neither. */
function parseActionAmount(text: string): bigint | 'all' | null {
  if (text.trim().toLowerCase() === ALL) return ALL;
  const plain = parseAmount(text);
  return plain === null ? null : parseMicrosBig(plain);
}

function AmountField(props: {
  readonly label: string;
  readonly text: string;
  readonly hint: string;
  readonly hasAll: boolean;
  readonly onChange: (text: string) => void;
}) {
  const isWrong = props.text !== '' && parseActionAmount(props.text) === null;
  return (
    <>
      <NumberField
        label={props.label}
        text={props.text}
        hint={isWrong ? 'An amount above zero, with at most six decimals' : props.hint}
        wrong={isWrong}
        onChange={props.onChange}
        focus
      />
      {props.hasAll ? (
        <div className="wallet-buttons">
          <button type="button" className="button small" onClick={() => props.onChange(ALL)}>
            All
          </button>
        </div>
      ) : null}
    </>
  );
}

export function WithdrawForm(props: { readonly addresses: readonly ListedAddress[] }) {
  const { addresses } = props;
  const [to, setTo] = useState<string>(addresses[0]?.address ?? '');
  const [text, setText] = useState('');
  const free = useFeed([feedKey.account], (mirror) => mirror.account()?.balance?.available ?? ZERO_USD);
  const amount = parseActionAmount(text);
  const listed = addresses.find(({ address }) => address === to);
  return (
    <ActionForm
      title="Withdraw"
      lead="Sends collateral from the wallet to an address of your address book."
      intent={amount === null || !listed ? null : { kind: 'withdraw', to: listed.address, amount }}
    >
      <div className="wallet-wide">
        <Field label="To" hint={listed?.text ?? null}>
          {(id, describedBy) => (
            <select id={id} value={to} aria-describedby={describedBy} onChange={(event) => setTo(event.target.value)}>
              {addresses.map(({ address, label }) => (
                <option key={address} value={address}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <AmountField label="Amount" text={text} hint={`${formatExactMoney(free)} free`} hasAll onChange={setText} />
    </ActionForm>
  );
}

/** Null: everything that pays. */
export function RedeemForm(props: { readonly market: MarketId | null }) {
  const unclaimed = useFeed([feedKey.account, feedKey.catalogue], (mirror) =>
    listUnclaimed(mirror.account()?.positions ?? [], mirror.catalogue()?.markets ?? NO_MARKETS),
  );
  const title = useMarketTitle(props.market ?? unclaimed[0]?.market.id ?? NO_MARKET);
  const markets =
    props.market === null ? unclaimed.slice(0, MAX_REDEMPTIONS).map(({ market }) => market.id) : [props.market];
  const pays = sumUnclaimed(unclaimed.filter(({ market }) => markets.includes(market.id)));
  return (
    <ActionForm
      title={props.market === null ? WALLET_PANE_LABELS.redeemEverything : WALLET_PANE_LABELS.redeem(title)}
      lead={`${markets.length === 1 ? 'One market' : `${markets.length} markets`} in one transaction: pays ${formatExactMoney(pays)} and removes the shares.`}
      intent={markets.length === 0 ? null : { kind: 'redeem', markets }}
    >
      {null}
    </ActionForm>
  );
}

const NO_MARKET = parseMarketId('-');

export function SplitForm() {
  const now = useNow(30_000);
  const [market, setMarket] = useState('');
  const [text, setText] = useState('');
  const listed = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const free = useFeed([feedKey.account], (mirror) => mirror.account()?.balance?.available ?? ZERO_USD);
  const open: readonly Market[] = listed.filter((one) => phaseOf(one, now) === 'trading');
  const chosen = open.find((one) => one.id === market) ?? null;
  const warning = useFeedValue([feedKey.account], (mirror) =>
    chosen === null ? null : warnOfStandingSplit(mirror, chosen.id, now),
  );
  const amount = parseActionAmount(text);
  return (
    <ActionForm
      title={WALLET_PANE_LABELS.splitIntoCompleteSets}
      lead="Each dollar becomes one YES and one NO share of the market, which are worth a dollar together."
      warning={warning}
      intent={
        chosen === null || amount === null || amount === 'all' ? null : { kind: 'split', market: chosen.id, amount }
      }
    >
      <div className="wallet-wide">
        <Field label="Market">
          {(id) => (
            <select id={id} value={market} onChange={(event) => setMarket(event.target.value)}>
              <option value="">Choose…</option>
              {open.map((one) => (
                <option key={one.id} value={one.id}>
                  {marketName(one)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <AmountField
        label="Dollars"
        text={text}
        hint={`${formatExactMoney(free)} free`}
        hasAll={false}
        onChange={setText}
      />
    </ActionForm>
  );
}

export function MergeForm(props: { readonly market: MarketId }) {
  const [text, setText] = useState(ALL);
  const title = useMarketTitle(props.market);
  const sets = useFeed([feedKey.account], (mirror) => {
    const found = listSets(mirror.account()?.positions ?? []).find(({ market }) => market === props.market);
    return found?.sets ?? 0n;
  });
  const amount = parseActionAmount(text);
  return (
    <ActionForm
      title={WALLET_PANE_LABELS.merge(title)}
      lead="Each pair of a YES and a NO share becomes a dollar of collateral."
      intent={amount === null ? null : { kind: 'merge', market: props.market, amount }}
    >
      <AmountField label="Sets" text={text} hint={`${formatSets(sets)} free`} hasAll onChange={setText} />
    </ActionForm>
  );
}

export function AddressForm() {
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const password = useSecret();
  const { command, run } = useFormCommand('Add a withdrawal address');
  const submit = async (): Promise<void> => {
    const input = { password: consumeSecret(password), address: cleanPastedWord(address), label };
    const isDone = await run('wallet.addAddress', input, () => ({
      text: `Withdrawals to ${label.trim()} are possible now.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.addWithdrawalAddress}
      lead="Copy it from where you receive, with its capitals: they are a checksum. What is sent there cannot be taken back."
      submit="Add address"
      busy="Adding…"
      command={command}
      onSubmit={() => void submit()}
    >
      <div className="wallet-wide">
        <Field label="Address">
          {(id, describedBy, isWrong) => (
            <input
              id={id}
              className="mono"
              value={address}
              autoComplete="off"
              spellCheck={false}
              maxLength={80}
              required
              aria-describedby={describedBy}
              aria-invalid={isWrong}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label="Label">
        {(id, describedBy, isWrong) => (
          <input
            id={id}
            value={label}
            autoComplete="off"
            maxLength={40}
            required
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            onChange={(event) => setLabel(event.target.value)}
          />
        )}
      </Field>
      <SecretField label="Password" input={password} />
    </WalletForm>
  );
}

export function RemoveAddressForm(props: { readonly listed: ListedAddress }) {
  const { address, label } = props.listed;
  const password = useSecret();
  const { command, run } = useFormCommand('Remove a withdrawal address');
  const submit = async (of: Address): Promise<void> => {
    const isDone = await run('wallet.removeAddress', { password: consumeSecret(password), address: of }, () => ({
      text: `${label} was removed from the address book.`,
      path: null,
    }));
    if (!isDone) password.current?.focus();
  };
  return (
    <WalletForm
      title={WALLET_PANE_LABELS.remove(label)}
      lead="Nothing can be withdrawn to it until it is added again."
      submit="Remove address"
      busy="Removing…"
      command={command}
      onSubmit={() => void submit(address)}
    >
      <SecretField label="Password" input={password} focus />
    </WalletForm>
  );
}
