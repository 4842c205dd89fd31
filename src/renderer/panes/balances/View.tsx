/** Collateral: total, locked, free; rewards that are still to come; where it all is. */

import { formatDuration } from '#shared/base/formatDuration.ts';
import type { Balance } from '#shared/order/account.ts';
import { formatAccountReason } from '#shared/text/account.ts';
import { formatMoney } from '#shared/text/numbers.ts';
import { formatTime } from '#shared/text/times.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import './balances.css';
import { isOff, lockedPart, tellCurrency, tellReward } from './model.ts';

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
          what={vault === 'locked' ? 'Your balance shows when the vault is open' : 'No account yet'}
          how={tellWay(vault, account?.at === 'loading')}
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
      {account?.at === 'stale' ? (
        <Banner
          tone="stale"
          text={`Stale: ${account.reason === null ? 'the balance stream is silent' : formatAccountReason(account.reason)}. Amounts may have changed since.`}
        />
      ) : null}
      {isOff(balance) ? (
        <Banner tone="warn" text="Total less locked is not what the exchange calls free: shown as served." />
      ) : null}
      <div className="balances-body">
        <Collateral balance={balance} reconciledAtMs={account?.reconciledAtMs ?? null} />
        <dl className="balances-facts">
          <dt>Rewards pending</dt>
          <dd className="mono">
            {account && account.rewards.length > 0 ? account.rewards.map(tellReward).join(' · ') : 'none'}
          </dd>
          <dt>Wallet</dt>
          <dd className="mono">{wallet?.setup?.safe ?? '–'}</dd>
          <dt>Owner</dt>
          <dd className="mono">{wallet?.owner ?? '–'}</dd>
        </dl>
      </div>
    </div>
  );
}

function tellWay(vault: 'absent' | 'locked' | 'unlocked', isLoading: boolean): string {
  if (isLoading) return 'Reading it from the exchange…';
  return vault === 'locked' ? 'Open orders stay open meanwhile.' : 'Markets can be watched without one.';
}

function Collateral(props: { readonly balance: Balance; readonly reconciledAtMs: number | null }) {
  const { balance } = props;
  const now = useNow(1_000);
  const asOf = balance.exchangeTimeMs ?? props.reconciledAtMs;
  return (
    <div className="balances-money">
      <dl>
        <Figure label="Total" value={formatMoney(balance.total)} />
        <Figure label="Locked in orders" value={formatMoney(balance.locked, 2, 'up')} />
        <Figure label="Free" value={formatMoney(balance.available)} strong />
      </dl>
      <div className="balances-bar" aria-hidden="true">
        <span style={{ width: `${lockedPart(balance) * 100}%` }} />
      </div>
      <div className="dim">
        {tellCurrency(balance.currency)}
        {asOf === null ? '' : ` · as of ${formatTime(asOf)}`}
        {props.reconciledAtMs === null
          ? ''
          : ` · checked against the exchange ${formatDuration(now - props.reconciledAtMs, { tenths: true })} ago`}
      </div>
    </div>
  );
}

function Figure(props: { readonly label: string; readonly value: string; readonly strong?: boolean }) {
  return (
    <div className={props.strong ? 'balances-figure strong' : 'balances-figure'}>
      <dt>{props.label}</dt>
      <dd className="mono">{props.value}</dd>
    </div>
  );
}
