/** Balances pane: collateral (total, locked, free), pending rewards, and the addresses of the wallet. */

import { Fragment, useMemo } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import type { Balance } from '#shared/order/account/account.ts';
import { BALANCES_PANE_LABELS } from '#shared/text/account/balancesPaneLabels.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountNotices } from '../../tablePane/AccountNotices.tsx';
import { tablePane } from '../../tablePane/tablePane.tsx';
import { useNow } from '../../ui/clock.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { MissingData } from '../../ui/marks/MissingData.tsx';
import { Empty } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import { TableFoot } from '../../ui/table/TableFoot.tsx';
import './balances.css';
import { PASSKEY_TYPE } from '#shared/order/orderSigner.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { isOff, listRewards, lockedPart } from './model.ts';

const assetsTable = tablePane<Balance>({ label: 'Assets', keyOf: ({ currency }) => currency, isUnsorted: true });

export function View() {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  const absence = useAbsence('balances');
  const balance = account?.balance ?? null;
  if (absence !== null || balance === null) {
    return (
      <div className="balances">
        {absence === null ? (
          <Empty
            what={BALANCES_PANE_LABELS.exchangeListsNoBalance}
            how={BALANCES_PANE_LABELS.itShowsOnceCollateralArrives}
          />
        ) : (
          <MissingData {...absence} />
        )}
        <TableFoot>
          <AccountNotices effect="Amounts may have changed since." part="balances" />
        </TableFoot>
      </div>
    );
  }
  return (
    <div className="balances scroll">
      <div className="balances-body">
        <div className="balances-assets">
          <Assets balance={balance} />
          <Checked balance={balance} reconciledAtMs={account?.reconciledAtMs ?? null} />
        </div>
        <Rewards rewards={account?.rewards ?? NO_REWARDS} />
        <section className="balances-part" aria-label="Addresses">
          <h3>Addresses</h3>
          <dl>
            <dt>Wallet</dt>
            <dd className="mono">{wallet?.setup?.safe ?? '–'}</dd>
            <dt>Owner</dt>
            <dd className="mono">{wallet?.owner ?? '–'}</dd>
          </dl>
        </section>
      </div>
      <TableFoot>
        <AccountNotices effect="Amounts may have changed since." part="balances" />
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
      </TableFoot>
    </div>
  );
}

type RewardList = AccountView['rewards'];

const NO_REWARDS: RewardList = [];

/** Maker rebates that the exchange has not paid yet; amounts as it sent them. */
function Rewards({ rewards }: { readonly rewards: RewardList }) {
  return (
    <section className="balances-part" aria-label={BALANCES_PANE_LABELS.pendingRewards}>
      <h3>{BALANCES_PANE_LABELS.pendingRewards}</h3>
      {rewards.length === 0 ? (
        <p className="dim">{BALANCES_PANE_LABELS.noneYourRestingOrdersEarn}</p>
      ) : (
        <dl>
          {listRewards(rewards).map(({ currency, amounts }) => (
            <Fragment key={currency}>
              <dt>{currency}</dt>
              <dd className="mono right">{amounts}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  );
}

function Assets({ balance }: { readonly balance: Balance }) {
  const assets = useMemo(() => [balance], [balance]);
  return <assetsTable.View columns={COLUMNS} rows={assets} nothing={null} />;
}

const COLUMNS: readonly TableColumn<Balance>[] = [
  { id: 'asset', header: 'Asset', width: 60, takesRest: true, cell: ({ currency }) => currency.toUpperCase() },
  {
    id: 'total',
    header: 'Total',
    width: 112,
    align: 'right',
    className: 'mono',
    cell: ({ total }) => formatMoney(total),
  },
  {
    id: 'locked',
    header: 'Locked in orders',
    width: 112,
    align: 'right',
    className: 'mono',
    cell: ({ locked }) => formatMoney(locked, 2, 'up'),
  },
  {
    id: 'free',
    header: 'Free',
    width: 112,
    align: 'right',
    className: 'mono balances-free',
    cell: ({ available }) => formatMoney(available),
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

/** Warning about a key without a backup. */
export function Header() {
  const wallet = useFeed([feedKey.wallet], (mirror) => mirror.wallet());
  if (wallet?.vault !== 'unlocked' || wallet.backedUp || wallet.setup?.status !== 'ready') return null;
  // What a passkey owns is not lost with this key.
  if (wallet.setup.signatureType === PASSKEY_TYPE) return null;
  return (
    <>
      <span className="mine">{BALANCES_PANE_LABELS.keyNotBackedUp}</span>
      <button type="button" className="button small" onClick={() => useOverlay.getState().show('wizard')}>
        {BALANCES_PANE_LABELS.backUp}
      </button>
    </>
  );
}
