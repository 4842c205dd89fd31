/** Balances pane: collateral (total, locked, free), pending rewards, the wallet's addresses. */
import { useMemo } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Balance } from '#shared/order/account.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import { formatUnreadableRows } from '#shared/text/unreadableRows.ts';
import { describeAccount } from '../../domain/accountStatus.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner, NoticeBanner, WarningBanner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import './balances.css';
import { type Asset, isOff, listAssets, lockedPart } from './model.ts';

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const show = useOverlay((state) => state.show);
  const balance = account?.balance ?? null;
  if (!balance) {
    const vault = wallet?.vault ?? 'absent';
    return (
      <div className="balances">
        <Empty
          what={vault === 'locked' ? 'Your balance shows when the vault is unlocked' : 'No account yet'}
          how={describeNext(vault, account?.at === 'loading')}
        />
        <div className="balances-way">
          {vault === 'locked' ? (
            <button type="button" className="button" onClick={() => show('unlock')}>
              Unlock
            </button>
          ) : vault === 'absent' ? (
            <button type="button" className="button" onClick={() => show('wizard')}>
              Set up a wallet
            </button>
          ) : null}
        </div>
      </div>
    );
  }
  return (
    <div className="balances scroll">
      <NoticeBanner notice={describeAccount(account, 'Amounts may have changed since.')} />
      <WarningBanner text={formatUnreadableRows(account?.unreadableRows, 'balances')} />
      {account && account.lockDrift !== 0n ? (
        <Banner
          tone="warn"
          text={`The exchange locks ${formatGain(account.lockDrift)} compared with the sum of your open orders.`}
        />
      ) : null}
      {isOff(balance) ? (
        <Banner
          tone="warn"
          text="Total less locked differs from free: the amounts are shown as the exchange sent them."
        />
      ) : null}
      <div className="balances-body">
        <div className="balances-assets">
          <Assets balance={balance} rewards={account?.rewards ?? NO_REWARDS} />
          <Checked balance={balance} reconciledAtMs={account?.reconciledAtMs ?? null} />
        </div>
        <dl className="balances-facts">
          <dt>Wallet</dt>
          <dd className="mono">{wallet?.setup?.safe ?? '–'}</dd>
          <dt>Owner</dt>
          <dd className="mono">{wallet?.owner ?? '–'}</dd>
        </dl>
      </div>
    </div>
  );
}

function describeNext(vault: 'absent' | 'locked' | 'unlocked', isLoading: boolean): string {
  if (isLoading) return 'Reading it from the exchange…';
  return vault === 'locked' ? 'Open orders stay open meanwhile.' : 'You can watch markets without one.';
}

type Rewards = AccountView['rewards'];

const NO_REWARDS: Rewards = [];

function Assets(props: { readonly balance: Balance; readonly rewards: Rewards }) {
  const { balance, rewards } = props;
  const assets = useMemo(() => listAssets(balance, rewards), [balance, rewards]);
  return <DataTable label="Assets" columns={COLUMNS} rows={assets} keyOf={({ key }) => key} empty={null} />;
}

const COLUMNS: readonly TableColumn<Asset>[] = [
  { id: 'asset', header: 'Asset', width: 90, cell: ({ name }) => name },
  { id: 'total', header: 'Total', width: 110, align: 'right', className: 'mono', cell: ({ amount }) => amount },
  {
    id: 'locked',
    header: 'Locked in orders',
    width: 120,
    align: 'right',
    className: 'mono',
    cell: ({ balance }) => (balance ? formatMoney(balance.locked, 2, 'up') : ''),
  },
  {
    id: 'free',
    header: 'Free',
    width: 110,
    align: 'right',
    className: 'mono balances-free',
    cell: ({ balance }) => (balance ? formatMoney(balance.available) : ''),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: 130,
    takesRest: true,
    className: 'secondary',
    cell: ({ balance }) => (balance ? 'Collateral' : 'Pending reward'),
  },
];

function Checked(props: { readonly balance: Balance; readonly reconciledAtMs: number | null }) {
  const { balance, reconciledAtMs } = props;
  const now = useNow(1_000);
  const asOf = balance.exchangeTimeMs ?? reconciledAtMs;
  const checked =
    reconciledAtMs === null
      ? null
      : `checked against the exchange ${formatDuration(now - reconciledAtMs, { tenths: true })} ago`;
  return (
    <>
      <div className="balances-bar" aria-hidden="true">
        <span style={{ width: `${lockedPart(balance) * 100}%` }} />
      </div>
      <div className="dim balances-checked">
        {[asOf === null ? null : `As of ${formatTime(asOf)}`, checked].filter(Boolean).join(' · ')}
      </div>
    </>
  );
}
