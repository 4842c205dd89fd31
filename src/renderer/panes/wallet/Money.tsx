/** Sections that move funds: withdraw, redeem, complete sets, and the calls under way. */

import { useEffect, useRef } from 'react';
import type { AccountView, WalletView } from '#shared/ipc/views.ts';
import type { RelayView } from '#shared/ipc/wallet/relay.ts';
import type { Market } from '#shared/market/market.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatExactMoney, formatMoney } from '#shared/text/numbers.ts';
import { formatDateTime } from '#shared/text/times.ts';
import {
  ACTION_BLOCKS,
  describeRelay,
  formatAction,
  formatChange,
  formatSets,
} from '#shared/text/wallet/walletActions.ts';
import { WALLET_PANE_LABELS } from '#shared/text/wallet/walletPaneLabels.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { toUsd } from '#shared/units/usd.ts';
import { useCommand } from '../../act/useCommand.ts';
import { marketName, NO_MARKETS, useMarketTitle } from '../../domain/markets/markets.ts';
import {
  type HeldSets,
  listSets,
  listUnclaimed,
  sumUnclaimed,
  type Unclaimed,
} from '../../domain/wallet/walletRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { FormButton } from './FormButton.tsx';
import { Part } from './Sections.tsx';

interface MoneyProps {
  readonly wallet: WalletView;
  readonly account: AccountView | null;
  readonly now: number;
}

export function MoneySections(props: MoneyProps) {
  const { wallet, account } = props;
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const { block } = wallet.relays;
  if (block !== null) {
    return (
      <div className="wallet-money blocked">
        <Part title={WALLET_PANE_LABELS.withdrawRedeemCompleteSets} name="blocked">
          <p className="dim">{formatCoded(ACTION_BLOCKS, block)}.</p>
          {block.code === 'setupFirst' ? (
            <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
              {WALLET_PANE_LABELS.finishSetup}
            </button>
          ) : null}
        </Part>
      </div>
    );
  }
  const positions = account?.positions ?? [];
  const isLoading = account === null || account.balance === null;
  return (
    <div className="wallet-money">
      <WithdrawSection {...props} isLoading={isLoading} />
      <RedeemSection unclaimed={listUnclaimed(positions, markets)} isLoading={isLoading} />
      <SetsSection sets={listSets(positions)} markets={markets} isLoading={isLoading} />
      <CallsSection {...props} />
    </div>
  );
}

function WithdrawSection({ wallet, account, now, isLoading }: MoneyProps & { readonly isLoading: boolean }) {
  const { addresses } = wallet.relays;
  return (
    <Part title="Withdraw" name="withdraw" aside={<FormButton form="address" label={WALLET_PANE_LABELS.addAddress} />}>
      {isLoading ? (
        <p className="dim">{WALLET_PANE_LABELS.balanceIsBeingRead}</p>
      ) : (
        <p>
          <span className="mono">{formatMoney(account!.balance!.available)}</span>{' '}
          <span className="secondary">free</span>
        </p>
      )}
      {addresses.length === 0 ? (
        <p className="dim">{WALLET_PANE_LABELS.withdrawalsGoToYourAddress}</p>
      ) : (
        <ul className="wallet-rows">
          {addresses.map(({ address, text, label, usedAtMs }) => (
            <li key={address}>
              <span className="wallet-label" title={label}>
                {label}
              </span>
              <Copyable what={WALLET_PANE_LABELS.addressOf(label)} text={text} />
              <span className="dim">
                {usedAtMs === null
                  ? WALLET_PANE_LABELS.neverUsed
                  : WALLET_PANE_LABELS.used(formatDateTime(usedAtMs, now, 'machine'))}
              </span>
              <FormButton form={`unlist ${address}`} label="Remove…" of={label} />
            </li>
          ))}
        </ul>
      )}
      {addresses.length > 0 && !isLoading ? <FormButton form="withdraw" label="Withdraw…" /> : null}
    </Part>
  );
}

function RedeemSection(props: { readonly unclaimed: readonly Unclaimed[]; readonly isLoading: boolean }) {
  const { unclaimed, isLoading } = props;
  const total = formatMoney(sumUnclaimed(unclaimed));
  return (
    <Part
      title="Redeem"
      name="redeem"
      aside={unclaimed.length > 1 ? <FormButton form="redeem" label={WALLET_PANE_LABELS.redeemTotal(total)} /> : null}
    >
      {isLoading ? (
        <p className="dim">{WALLET_PANE_LABELS.positionsAreBeingRead}</p>
      ) : unclaimed.length === 0 ? (
        <p className="dim">{WALLET_PANE_LABELS.nothingToRedeemWon}</p>
      ) : (
        <>
          <p>
            <span className="mono yes">{total}</span> <span className="secondary">unclaimed</span>
          </p>
          <ul className="wallet-rows">
            {unclaimed.map(({ market, result, pays }) => (
              <li key={market.id}>
                <span className="wallet-label" title={marketName(market)}>
                  {marketName(market)}
                </span>
                <span className="mono">{formatMoney(pays)}</span>
                <span className="dim">
                  {result === 'void' ? WALLET_PANE_LABELS.voidHalfEach : WALLET_PANE_LABELS.won(result)}
                </span>
                <FormButton form={`redeem ${market.id}`} label="Redeem…" of={marketName(market)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function SetsSection(props: {
  readonly sets: readonly HeldSets[];
  readonly markets: readonly Market[];
  readonly isLoading: boolean;
}) {
  return (
    <Part title={WALLET_PANE_LABELS.completeSets} name="sets" aside={<FormButton form="split" label="Split…" />}>
      {props.isLoading ? (
        <p className="dim">{WALLET_PANE_LABELS.positionsAreBeingRead}</p>
      ) : props.sets.length === 0 ? (
        <p className="dim">{WALLET_PANE_LABELS.noCompleteSetDollarSplits}</p>
      ) : (
        <ul className="wallet-rows">
          {props.sets.map((one) => (
            <SetRow key={one.market} row={one} listed={props.markets.find(({ id }) => id === one.market) ?? null} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function SetRow(props: { readonly row: HeldSets; readonly listed: Market | null }) {
  const { market, sets } = props.row;
  const title = useMarketTitle(market);
  return (
    <li>
      <span className="wallet-label" title={title}>
        {props.listed === null ? title : marketName(props.listed)}
      </span>
      <span className="mono">{formatSets(sets)}</span>
      <span className="dim">frees {formatMoney(toUsd(sets))}</span>
      <FormButton form={`merge ${market}`} label="Merge…" of={title} />
    </li>
  );
}

function CallsSection({ wallet, now }: MoneyProps) {
  const { calls, waitsUntilMs } = wallet.relays;
  const command = useCommand(false);
  const list = useRef<HTMLUListElement>(null);
  const newest = calls.reduce((latest, { createdAtMs }) => Math.max(latest, createdAtMs), 0);
  const seen = useRef(newest);
  useEffect(() => {
    // A call that was just signed is brought into sight.
    if (newest > seen.current) list.current?.scrollIntoView({ block: 'nearest' });
    seen.current = newest;
  }, [newest]);
  const budget = useFeed(
    [feedKey.health],
    (mirror) => mirror.health()?.budgets.find(({ name }) => name === 'relay') ?? null,
  );
  return (
    <Part
      title="Calls"
      name="calls"
      aside={
        <span className="dim">
          {budget === null ? '0/30' : `${budget.used}/${budget.allowance}`} {WALLET_PANE_LABELS.sentInMin}
        </span>
      }
    >
      {waitsUntilMs === null ? null : (
        <p className="mine">
          {WALLET_PANE_LABELS.theExchangeAllowsNoMoreCalls} {formatDateTime(waitsUntilMs, now, 'machine')}
          {WALLET_PANE_LABELS.theRestWaits}
        </p>
      )}
      {calls.length === 0 ? (
        <p className="dim">{WALLET_PANE_LABELS.noCallYetEachSigned}</p>
      ) : (
        <ul ref={list} className="wallet-calls">
          {calls.map((call) => (
            <Call key={call.hash} call={call} now={now} command={command} />
          ))}
        </ul>
      )}
      {command.error ? <ErrorMessage error={command.error} /> : null}
    </Part>
  );
}

const NO_MARKET = parseMarketId('-');
const WAITING: readonly RelayView['at'][] = ['signed', 'relayed', 'unknown'];

function Call(props: {
  readonly call: RelayView;
  readonly now: number;
  readonly command: ReturnType<typeof useCommand>;
}) {
  const { call, command } = props;
  const { text, advice, tone } = describeRelay(call);
  const isOpen = WAITING.includes(call.at);
  const isBad = tone === 'bad';
  const name = call.action === null ? 'Setup call' : formatAction(call.action);
  const lines = call.effect === 'full' && !isBad ? call.lines.slice(0, 1) : call.lines;
  return (
    <li>
      <div className={`wallet-call ${tone}`} role={isBad ? 'alert' : undefined}>
        <div className="wallet-key-line">
          <strong>{name}</strong>
          <span className={tone === 'good' ? 'yes' : isBad ? 'no' : 'secondary'}>{text}</span>
          <span className="dim">
            nonce {call.nonce}, {formatDateTime(call.createdAtMs, props.now, 'machine')}
          </span>
          {call.tx === null ? null : <Copyable what="transaction" text={call.tx} />}
          {isOpen || isBad ? (
            <button
              type="button"
              className="button small"
              aria-label={WALLET_PANE_LABELS.readAgainOf(name)}
              onClick={() => void command.run('wallet.checkRelays', {})}
            >
              {WALLET_PANE_LABELS.readAgain}
            </button>
          ) : null}
          {isOpen ? (
            <button
              type="button"
              className="button small quiet"
              aria-label={WALLET_PANE_LABELS.stopWaitingFor(name)}
              title={WALLET_PANE_LABELS.freesNonceForAnotherCall}
              onClick={() => void command.run('wallet.stopRelay', { hash: call.hash })}
            >
              {WALLET_PANE_LABELS.stopWaiting}
            </button>
          ) : null}
        </div>
        {advice === null ? null : <p>{advice}.</p>}
        {lines.map((line) => (
          <EffectRow key={`${line.share?.market} ${line.share?.outcome}`} line={line} />
        ))}
      </div>
    </li>
  );
}

/** The balance before, what it should change by, and what was found. */
function EffectRow({ line }: { readonly line: RelayView['lines'][number] }) {
  const title = useMarketTitle(line.share?.market ?? NO_MARKET);
  const { before, found, share } = line;
  const format = (amount: bigint): string => (share === null ? formatExactMoney(toUsd(amount)) : formatSets(amount));
  const isWhole = before !== null && found !== null && found - before === line.change;
  return (
    <p className="dim">
      {share === null ? 'Collateral' : `${title}, ${share.outcome}`}
      {WALLET_PANE_LABELS.expected} <span className="mono">{formatChange(line)}</span>
      {before === null ? '' : WALLET_PANE_LABELS.from(format(before))}
      {found === null ? '' : `, ${isWhole ? 'now' : 'found'} ${format(found)}`}
    </p>
  );
}
