/**
 * Frames: what changed since the last frame of each data port.
 *
 * Invariants  The views of an account are those of the trader that runs; all of them are new once it is replaced. Health and
 *             the list's prices may wait for a frame that is sent anyway, at the longest until shortly after the page's clocks
 *             are due, at whole seconds, which wait for it: each frame costs a screen frame.
 * Units       Health once a second, which also shows the page that main is alive.
 */
import { runAligned, untilNext } from '#shared/base/alignedTimer.ts';
import type { Scheduler } from '#shared/base/clock.ts';
import { findAccountChange } from '#shared/ipc/frames/accountChange.ts';
import type { AccountView } from '#shared/ipc/views.ts';
import { type FrameParts, type FramePump, openFramePump } from '../ipc/framePump.ts';
import type { MarketData } from '../market/marketData.ts';
import type { AccountSwitch } from './account/accountSwitch.ts';
import { openNamedMarkets } from './markets/namedMarkets.ts';
import type { Workspaces } from './workspaces/workspaces.ts';

/** The page's clocks change at whole multiples of this. */
const CLOCKS_EVERY_MS = 1_000;
/** What may wait is sent so long after it, because a market often changes at a whole second, too. Shorter than the page's wait. */
const AFTER_CLOCKS_MS = 25;
/** Health is new so long before the clocks change that a frame which is due then has it. */
const HEALTH_BEFORE_MS = 100;

export interface FramesOptions {
  readonly accounts: Pick<AccountSwitch, 'base' | 'trader' | 'onSwitched'>;
  readonly workspaces: Pick<Workspaces, 'view' | 'onChange' | 'pointedAt' | 'onPointed'>;
  readonly schedule: Scheduler;
  /** Unix ms with fractions, like the page's own clock; absent: event-to-pixel times are not measured. */
  readonly preciseNow?: () => number;
}

interface Versions {
  workspaces: number;
  account: number;
  wallet: number;
  health: number;
  alerts: number;
  conditionals: number;
  pointedAt: number;
}

interface Cursor extends Versions {
  /** The account that the page has; null before its first. */
  knownAccount: AccountView | null;
  readonly market: ReturnType<MarketData['buildCursor']>;
}

/** The whole account for a page without one, else what changed of it. */
function collectAccount(cursor: Cursor, account: AccountView): Pick<FrameParts, 'account' | 'accountChange'> {
  const known = cursor.knownAccount;
  cursor.knownAccount = account;
  return known === null ? { account } : { accountChange: findAccountChange(known, account) };
}

export function openFrames({
  accounts,
  workspaces,
  schedule,
  preciseNow,
}: FramesOptions): Pick<FramePump, 'add' | 'close'> {
  const { market, venue, orderTimes, recorder, onFault, options } = accounts.base;
  const named = openNamedMarkets(market);
  const newest: Versions = {
    account: 1,
    wallet: 1,
    health: 1,
    alerts: 1,
    conditionals: 1,
    workspaces: 1,
    pointedAt: 1,
  };

  const pump = openFramePump<Cursor>({
    now: options.now,
    schedule,
    // A new page needs no crosshair from before.
    buildCursor: () => ({
      market: market.buildCursor(),
      account: 0,
      knownAccount: null,
      wallet: 0,
      health: 0,
      alerts: 0,
      conditionals: 0,
      workspaces: 0,
      pointedAt: newest.pointedAt,
    }),
    collect(cursor) {
      const trader = accounts.trader();
      const pointedAt = cursor.pointedAt === newest.pointedAt ? null : workspaces.pointedAt();
      const account = cursor.account === newest.account ? null : trader.accountView();
      const wallet = cursor.wallet === newest.wallet ? null : trader.walletView();
      const alerts = cursor.alerts === newest.alerts ? null : trader.alertsView();
      const conditionals = cursor.conditionals === newest.conditionals ? null : trader.conditionalsView();
      if (account !== null) named.noteAccount(account);
      if (wallet !== null) named.noteView('wallet', wallet);
      if (alerts !== null) named.noteView('alerts', alerts);
      if (conditionals !== null) named.noteView('conditionals', conditionals);
      // After them, so that a frame has the markets that its views name.
      const changed = market.collect(cursor.market);
      const parts: FrameParts = {
        ...changed,
        ...(account === null ? {} : collectAccount(cursor, account)),
        ...(wallet === null ? {} : { wallet }),
        ...(cursor.workspaces !== newest.workspaces ? { workspaces: workspaces.view() } : {}),
        ...(cursor.health !== newest.health
          ? {
              health: {
                ...venue.health(),
                framesSkipped: pump.framesSkipped(),
                orderSpeed: orderTimes.speed(),
                recording: recorder?.health() ?? null,
              },
            }
          : {}),
        ...(alerts === null ? {} : { alerts }),
        ...(conditionals === null ? {} : { conditionals }),
        ...(pointedAt === null ? {} : { pointedAt }),
      };
      Object.assign(cursor, newest);
      return Object.keys(parts).length === 0 ? null : parts;
    },
    hasMore: (cursor) => market.hasMore(cursor.market),
    clockOffsetMs: () => venue.clockOffsetMs(),
    onFault: (error) => onFault('frames', error),
  });

  const untilClocks = (): number => untilNext(CLOCKS_EVERY_MS, options.now() - AFTER_CLOCKS_MS);
  function noteChange(view: keyof Versions, withinMs = 0): void {
    newest[view] += 1;
    pump.requestFrame(withinMs);
  }
  function follow(): () => void {
    const { onChange, alerts, locks, trading } = accounts.trader();
    const stops = [
      onChange((view) => noteChange(view)),
      alerts.onChange(() => noteChange('alerts')),
      trading.conditionals.onChange(() => noteChange('conditionals')),
      locks.onChange(() => {
        noteChange('alerts');
        noteChange('conditionals');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
  let stopAccount = follow();
  const stopSwitches = accounts.onSwitched(() => {
    stopAccount();
    stopAccount = follow();
    for (const view of ['account', 'wallet', 'alerts', 'conditionals', 'health'] as const) noteChange(view);
  });
  const stopWorkspaces = workspaces.onChange(() => noteChange('workspaces'));
  const stopPointed = workspaces.onPointed(() => noteChange('pointedAt'));
  const stopMarket = market.onDirty((mayWait) => {
    if (mayWait) pump.requestFrame(untilClocks());
    else pump.requestFrame(0, preciseNow?.());
  });
  const stopHealth = runAligned(
    CLOCKS_EVERY_MS,
    () => noteChange('health', untilClocks()),
    () => options.now() + HEALTH_BEFORE_MS,
    schedule,
  );

  return {
    add: pump.add,
    close() {
      stopHealth();
      stopSwitches();
      stopAccount();
      stopWorkspaces();
      stopPointed();
      stopMarket();
      pump.close();
    },
  };
}
