/**
 * Frames: what changed since the last frame of each data port.
 *
 * Invariants  The views of an account are those of the trader that runs; all of them are new once it is replaced. Health and
 *             the list's prices may wait for a frame that is sent anyway: each frame costs a screen frame.
 * Units       Health once a second or a little later, which also shows the page that main is alive.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { type FrameParts, type FramePump, openFramePump } from '../ipc/framePump.ts';
import type { MarketData } from '../market/marketData.ts';
import type { AccountSwitch } from './accountSwitch.ts';
import type { Workspaces } from './workspaces.ts';

const HEALTH_EVERY_MS = 1_000;
/** Longest time that a change waits for a frame with something else. */
const MAY_WAIT_MS = 500;

export interface FramesOptions {
  readonly accounts: Pick<AccountSwitch, 'base' | 'trader' | 'onSwitched'>;
  readonly workspaces: Pick<Workspaces, 'view' | 'onChange' | 'pointedAt' | 'onPointed'>;
  readonly schedule: Scheduler;
  /** Unix ms with fractions, as the page reads its own; absent: the way of changes to the screen is not measured. */
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
  readonly market: ReturnType<MarketData['buildCursor']>;
}

export function openFrames({
  accounts,
  workspaces,
  schedule,
  preciseNow,
}: FramesOptions): Pick<FramePump, 'add' | 'close'> {
  const { market, lastMarkets, venue, orderTimes, onFault, options } = accounts.base;
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
      const changed = market.collect(cursor.market);
      const parts: FrameParts = {
        ...changed,
        ...(changed.catalogue ? { catalogue: lastMarkets.show(changed.catalogue) } : {}),
        ...(cursor.account !== newest.account ? { account: trader.accountView() } : {}),
        ...(cursor.wallet !== newest.wallet ? { wallet: trader.walletView() } : {}),
        ...(cursor.workspaces !== newest.workspaces ? { workspaces: workspaces.view() } : {}),
        ...(cursor.health !== newest.health
          ? { health: { ...venue.health(), framesSkipped: pump.framesSkipped(), orderSpeed: orderTimes.speed() } }
          : {}),
        ...(cursor.alerts !== newest.alerts ? { alerts: trader.alertsView() } : {}),
        ...(cursor.conditionals !== newest.conditionals ? { conditionals: trader.conditionalsView() } : {}),
        ...(pointedAt === null ? {} : { pointedAt }),
      };
      Object.assign(cursor, newest);
      return Object.keys(parts).length === 0 ? null : parts;
    },
    clockOffsetMs: () => venue.health().clock?.offsetMs ?? null,
    onFault: (error) => onFault('frames', error),
  });

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
    if (mayWait) pump.requestFrame(MAY_WAIT_MS);
    else pump.requestFrame(0, preciseNow?.());
  });
  let cancelHealth = (): void => undefined;
  const scheduleHealth = (): void => {
    cancelHealth = schedule(HEALTH_EVERY_MS, () => {
      noteChange('health', MAY_WAIT_MS);
      scheduleHealth();
    });
  };
  scheduleHealth();

  return {
    add: pump.add,
    close() {
      cancelHealth();
      stopSwitches();
      stopAccount();
      stopWorkspaces();
      stopPointed();
      stopMarket();
      pump.close();
    },
  };
}
