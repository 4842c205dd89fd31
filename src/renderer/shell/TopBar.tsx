/** Top bar: network, account, collateral, worst state of the feed, panes, vault, armed or not. */

import type { AppInfo } from '#shared/ipc/contract.ts';
import { canArm, type Readiness } from '#shared/order/readiness.ts';
import { formatGain, formatMoney } from '#shared/text/numbers.ts';
import { formatReadiness, SETUP_BUTTONS } from '#shared/text/readiness.ts';
import { act } from '../act/bridge.ts';
import { currentNeeds, useWatch } from '../act/watch.ts';
import { panic, useExits } from '../domain/exits.ts';
import { readFeedState } from '../domain/feedState.ts';
import { useKeyLabel, withKey } from '../domain/hotkeys.ts';
import { NO_MARKETS } from '../domain/markets.ts';
import { markOf, type PositionLine, readLines, sumPositions, type Totals } from '../domain/positions.ts';
import { readReadiness } from '../domain/readiness.ts';
import { listUnclaimed, requestWalletForm, sumUnclaimed } from '../domain/walletRequests.ts';
import { feed, useFeed, useFeedValue } from '../feed/feed.ts';
import { feedKey } from '../feed/mirror.ts';
import { useTimed } from '../ui/clock.ts';
import { useOverlay } from '../ui/overlay.ts';
import { Dot } from '../ui/parts.tsx';
import { AccountMenu } from './accounts/AccountMenu.tsx';
import { toggleArmed } from './hotkeys/shellActions.ts';
import { PanesMenu } from './PanesMenu.tsx';
import { PaletteButton } from './palette/Palette.tsx';
import { PANES } from './registry.ts';
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
      <Figure label={isOld ? 'Free, last known' : 'Free'} value={balance ? formatMoney(balance.available) : '–'} />
      <Figure
        isMinor
        label={isOld ? 'Locked, last known' : 'Locked'}
        value={balance ? formatMoney(balance.locked, 2, 'up') : '–'}
      />
      <OpenPnl />
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

/** Minor: leaves first where the bar has no room for all. */
function Figure(props: { readonly label: string; readonly value: string; readonly isMinor?: boolean }) {
  return (
    <span className={props.isMinor ? 'figure minor' : 'figure'}>
      <span className="secondary">{props.label}</span> <span className="mono">{props.value}</span>
    </span>
  );
}

/** Unrealised P&L of all positions at their marks, updated every half second; says so if a position has no mark. */
function OpenPnl() {
  const account = useFeedValue([feedKey.account], (mirror) => mirror.account());
  const lines = readLines(account);
  const openLines = lines.filter(({ position }) => position.quantity > 0);
  useWatch({ books: [...new Set(openLines.map(({ position }) => position.market))] });
  const { unrealized, isWhole } = useTimed(500, () => sumAtMarks(lines), isSameSum);
  // Its place is kept while nothing is held or known, so that the first position moves nothing.
  if (account === null || account.at === 'none' || openLines.length === 0)
    return <Figure label="Open P&amp;L" value="–" />;
  const tone = unrealized > 0n ? 'yes' : unrealized < 0n ? 'no' : '';
  return (
    <span
      className="figure"
      title={isWhole ? 'Unrealised, at the middle of the book' : 'Without positions that have no mark'}
    >
      <span className="secondary">Open P&amp;L</span>{' '}
      <span className={`mono ${tone}`}>
        {formatGain(unrealized)}
        {isWhole ? '' : ' …'}
      </span>
    </span>
  );
}

type Sum = Pick<Totals, 'unrealized' | 'isWhole'>;

function sumAtMarks(lines: readonly PositionLine[]): Sum {
  const markets = feed.catalogue()?.markets ?? [];
  return sumPositions(lines, ({ market: id, outcome }) =>
    markOf(outcome, markets.find((market) => market.market === id) ?? null, feed.book(id)),
  );
}

function isSameSum(a: Sum, b: Sum): boolean {
  return a.unrealized === b.unrealized && a.isWhole === b.isWhole;
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
      title="Won and voided markets: redeem them in the wallet"
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
          Set up wallet
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
          Confirm the account
        </button>
      );
    default:
      return (
        <button type="button" className="button lock" title="Lock the vault" onClick={() => void act('vault.lock', {})}>
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
      title="Disarms, stops what places orders, and cancels every order"
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
        onClick={() => useOverlay.getState().notify('bad', 'Trading is disarmed', formatReadiness(readiness))}
      >
        Clock differs
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
