/** Top bar: network, account, collateral, worst state of the feed, panes, vault, armed or not. */

import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { canArm, type Readiness } from '#shared/order/account/readiness.ts';
import { formatAsOf, RESULT_NAMES, RESULT_TITLES } from '#shared/text/account/exposure.ts';
import { formatReadiness, SETUP_BUTTONS } from '#shared/text/account/readiness.ts';
import { BARS_LABELS } from '#shared/text/barsLabels.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { WORKSPACE_DIALOG_LABELS } from '#shared/text/workspaces/workspaceDialogLabels.ts';
import { currentNeeds, useWatch } from '../act/watch.ts';
import { useExposures } from '../domain/account/exposure.ts';
import { requestLock } from '../domain/account/leaving.ts';
import { readReadiness } from '../domain/account/readiness.ts';
import { panic, useExits } from '../domain/exits/exits.ts';
import { readFeedState } from '../domain/feedState.ts';
import { useKeyLabel, withKey } from '../domain/keys/hotkeys.ts';
import { NO_MARKETS } from '../domain/markets/markets.ts';
import { DISARMED } from '../domain/noticeFacts.ts';
import { listUnclaimed, requestWalletForm, sumUnclaimed } from '../domain/wallet/walletRequests.ts';
import { usePanes } from '../domain/workspaces/panes.ts';
import { feed, useFeed, useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useTimed } from '../ui/clock.ts';
import { useOverlay } from '../ui/overlay/overlay.ts';
import { Dot } from '../ui/parts.tsx';
import { AccountMenu } from './accounts/AccountMenu.tsx';
import { titleOf } from './dock/dockPanels.ts';
import { PanesMenu } from './dock/PanesMenu.tsx';
import { toggleArmed } from './hotkeys/shellActions.ts';
import { PaletteButton } from './palette/Palette.tsx';
import { PANES } from './registry.ts';
import { returnPanes } from './workspaces/commands.ts';
import { WorkspacesMenu } from './workspaces/WorkspacesMenu.tsx';

export function TopBar(props: { readonly info: AppInfo | null }) {
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const readiness = useFeed([feedKey.wallet], readReadiness);
  const network = props.info?.network ?? null;
  const balance = account?.balance ?? null;
  const isOld = (account?.unreadableRows?.balances.length ?? 0) > 0;

  return (
    <header className="top-bar">
      <span className={`mode ${network ?? 'unknown'}`}>{network?.toUpperCase() ?? '…'}</span>
      <AccountMenu />
      <Figure
        label={isOld ? BARS_LABELS.freeLastKnown : 'Free'}
        value={balance ? formatMoney(balance.available) : '–'}
      />
      <Figure
        isMinor
        label={isOld ? BARS_LABELS.lockedLastKnown : 'Locked'}
        value={balance ? formatMoney(balance.locked, 2, 'up') : '–'}
      />
      <MiddleFigure />
      <Unclaimed />
      <PaletteButton />
      <FeedWord />
      <WorkspacesMenu />
      <PanesMenu network={props.info?.network ?? null} />
      {[...PANES.values()].map(({ name, Alert }) => (Alert ? <Alert key={name} /> : null))}
      <WalletButton readiness={readiness} />
      <ArmButton readiness={readiness} />
      <PanicButton />
    </header>
  );
}

/** Minor: leaves first where the bar has no room for all. Dated: has room for the time of an older figure. */
function Figure(props: {
  readonly label: string;
  readonly value: string;
  readonly isMinor?: boolean;
  readonly isDated?: boolean;
}) {
  return (
    <span className={`figure${props.isMinor ? ' minor' : ''}${props.isDated ? ' dated' : ''}`}>
      <span className="secondary">{props.label}</span> <span className="mono">{props.value}</span>
    </span>
  );
}

/** *At the middle* of all positions; says so if a position has no mark. */
function MiddleFigure() {
  const isKnown = useFeedValue([feedKey.account], (mirror) => (mirror.account()?.at ?? 'none') !== 'none');
  const markets = useExposures(
    ({ open }) => open.map(({ market }) => market),
    (a, b) => a.join() === b.join(),
  );
  useWatch({ books: markets });
  const { amount, isWhole, asOfMs } = useExposures(
    ({ sum }) => ({ amount: sum.atMiddle, isWhole: sum.isMiddleWhole, asOfMs: sum.asOfMs }),
    (a, b) => a.amount === b.amount && a.isWhole === b.isWhole && a.asOfMs === b.asOfMs,
  );
  // Its place is kept while nothing is held or known, so that the first position moves nothing.
  if (!isKnown || markets.length === 0) return <Figure isDated label={RESULT_NAMES.atMiddle} value="–" />;
  const tone = amount > 0n ? 'yes' : amount < 0n ? 'no' : '';
  return (
    <span
      className="figure dated"
      title={isWhole ? `${RESULT_TITLES.atMiddle}${formatAsOf(asOfMs)}` : BARS_LABELS.withoutPositionsThatHave}
    >
      <span className="secondary">
        {RESULT_NAMES.atMiddle}
        {formatAsOf(asOfMs)}
      </span>{' '}
      <span className={`mono ${tone}`}>
        {formatGain(amount)}
        {isWhole ? '' : ' …'}
      </span>
    </span>
  );
}

/** Winnings that are not redeemed yet; nothing while there are none. */
function Unclaimed() {
  const sum = useFeed([feedKey.account, feedKey.catalogue], (mirror) =>
    sumUnclaimed(listUnclaimed(mirror.account()?.positions ?? [], mirror.catalogue()?.markets ?? NO_MARKETS)),
  );
  if (sum === 0n) return null;
  return (
    <button
      type="button"
      className="button quiet figure claim"
      title={BARS_LABELS.wonAndVoidedMarketsRedeem}
      onClick={() => requestWalletForm('redeem')}
    >
      <span className="secondary">Unclaimed</span> <span className="mono yes">{formatMoney(sum)}</span>
    </button>
  );
}

/** The worst state of what is on screen. */
export function FeedWord() {
  useFeed([feedKey.account, feedKey.wallet], () => null);
  const { tone, text, details } = useTimed(
    500,
    (nowMs) => readFeedState(feed, currentNeeds(), Math.max(nowMs, feed.lastFrameAtMs() ?? 0)),
    (a, b) => JSON.stringify(a) === JSON.stringify(b),
  );
  return (
    <span className={`feed-state ${tone}`} title={details.join('\n') || undefined} role="status">
      <Dot tone={tone} label={text} /> {text}
    </span>
  );
}

export function WalletButton({ readiness }: { readonly readiness: Readiness }) {
  const show = useOverlay((state) => state.show);
  switch (readiness.code) {
    case 'locked':
      return (
        <button type="button" className="button primary" onClick={() => show('unlock')}>
          Unlock
        </button>
      );
    case 'noWallet':
      return (
        <button type="button" className="button primary" onClick={() => show('wizard')}>
          {BARS_LABELS.setUpWallet}
        </button>
      );
    case 'setupRequired':
      return (
        <button
          type="button"
          className="button primary"
          title={formatReadiness(readiness)}
          onClick={() => show('wizard')}
        >
          {SETUP_BUTTONS[readiness.parameters.gap]}
        </button>
      );
    case 'custodialUnconfirmed':
      return (
        <button type="button" className="button primary" onClick={() => show('wizard')}>
          {BARS_LABELS.confirmAccount}
        </button>
      );
    default:
      return (
        <button type="button" className="button lock" title={BARS_LABELS.lockVault} onClick={requestLock}>
          Lock
        </button>
      );
  }
}

export function PanicButton() {
  const keys = useKeyLabel('trading.panic');
  const isRunning = useExits((state) => state.panic?.at === 'running');
  return (
    <button
      type="button"
      className="button panic"
      title={BARS_LABELS.disarmsStopsWhatPlacesOrders}
      onClick={() => void panic()}
    >
      {isRunning ? 'Panic…' : withKey('Panic', keys)}
    </button>
  );
}

export function ArmButton({ readiness }: { readonly readiness: Readiness }) {
  const keys = useKeyLabel('trading.arm');
  const show = useOverlay((state) => state.show);
  if (readiness.code === 'readOnly') {
    return (
      <button type="button" className="button" title={formatReadiness(readiness)} onClick={() => show('wizard')}>
        Read-only
      </button>
    );
  }
  if (readiness.code === 'clockOffset') {
    return (
      <button
        type="button"
        className="button"
        title={formatReadiness(readiness)}
        onClick={() => useOverlay.getState().notify('bad', 'Trading is disarmed', formatReadiness(readiness), DISARMED)}
      >
        {BARS_LABELS.clockDiffers}
      </button>
    );
  }
  if (!canArm(readiness)) return null;
  const isArmed = readiness.code === 'armed';
  return (
    <button
      type="button"
      className={isArmed ? 'button arm armed' : 'button arm'}
      aria-pressed={isArmed}
      onClick={() => void toggleArmed()}
    >
      {withKey(isArmed ? 'Armed' : 'Disarmed', keys)}
    </button>
  );
}

/** Bar of a detached window: network, account, state of the feed, return of the panes, vault, armed or not, panic. */
export function DetachedBar(props: { readonly info: AppInfo | null }) {
  const readiness = useFeed([feedKey.wallet], readReadiness);
  const network = props.info?.network ?? null;
  const key = useKeyLabel('workspaces.returnPanes');
  useWindowTitle();
  return (
    <header className="top-bar detached-bar">
      <span className={`mode ${network ?? 'unknown'}`}>{network?.toUpperCase() ?? '…'}</span>
      <AccountMenu />
      <FeedWord />
      <span className="spacer" />
      <button
        type="button"
        className="button quiet panes-button"
        aria-label={WORKSPACE_DIALOG_LABELS.returnPanesToMainWindow}
        title={withKey('Return the panes to the main window', key)}
        onClick={returnPanes}
      >
        <Undo2 size={13} aria-hidden="true" />
      </button>
      <WalletButton readiness={readiness} />
      <ArmButton readiness={readiness} />
      <PanicButton />
    </header>
  );
}

/** The panes in the title, by which the system's window list tells the windows apart. */
function useWindowTitle(): void {
  const title = usePanes(({ panes }) =>
    Object.entries(panes)
      .map(([id, { name }]) => titleOf(name, id))
      .join(', '),
  );
  useEffect(() => {
    document.title = title === '' ? 'Adyton' : `${title} – Adyton`;
  }, [title]);
}
