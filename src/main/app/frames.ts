/**
 * Frames of the trader: what changed since the last frame of each data port.
 *
 * Units       Health at most once a second, which also shows the page that main is alive.
 */
import type { Scheduler } from '#shared/base/clock.ts';
import { type FrameParts, type FramePump, openFramePump } from '../ipc/framePump.ts';
import type { MarketData } from '../market/marketData.ts';
import type { Trader } from './trader.ts';
import type { Workspaces } from './workspaces.ts';

const HEALTH_EVERY_MS = 1_000;

export interface FramesOptions {
  readonly trader: Trader;
  readonly workspaces: Pick<Workspaces, 'view' | 'onChange' | 'pointedAt' | 'onPointed'>;
  readonly schedule: Scheduler;
}

interface Versions {
  workspaces: number;
  account: number;
  wallet: number;
  health: number;
  alerts: number;
  pointedAt: number;
}

interface Cursor extends Versions {
  readonly market: ReturnType<MarketData['buildCursor']>;
}

export function openFrames({ trader, workspaces, schedule }: FramesOptions): Pick<FramePump, 'add' | 'close'> {
  const { market, venue, onFault } = trader;
  const newest: Versions = { account: 1, wallet: 1, health: 1, alerts: 1, workspaces: 1, pointedAt: 1 };

  const pump = openFramePump<Cursor>({
    now: trader.now,
    schedule,
    // A new page needs no crosshair from before.
    buildCursor: () => ({
      market: market.buildCursor(),
      account: 0,
      wallet: 0,
      health: 0,
      alerts: 0,
      workspaces: 0,
      pointedAt: newest.pointedAt,
    }),
    collect(cursor) {
      const pointedAt = cursor.pointedAt === newest.pointedAt ? null : workspaces.pointedAt();
      const parts: FrameParts = {
        ...market.collect(cursor.market),
        ...(cursor.account !== newest.account ? { account: trader.accountView() } : {}),
        ...(cursor.wallet !== newest.wallet ? { wallet: trader.walletView() } : {}),
        ...(cursor.workspaces !== newest.workspaces ? { workspaces: workspaces.view() } : {}),
        ...(cursor.health !== newest.health
          ? { health: { ...venue.health(), framesSkipped: pump.framesSkipped() } }
          : {}),
        ...(cursor.alerts !== newest.alerts ? { alerts: trader.alertsView() } : {}),
        ...(pointedAt === null ? {} : { pointedAt }),
      };
      Object.assign(cursor, newest);
      return Object.keys(parts).length === 0 ? null : parts;
    },
    clockOffsetMs: () => venue.health().clock?.offsetMs ?? null,
    onFault: (error) => onFault('frames', error),
  });

  function noteChange(view: keyof Versions): void {
    newest[view] += 1;
    pump.requestFrame();
  }
  const stopViews = trader.onChange(noteChange);
  const stopAlerts = trader.alerts.onChange(() => noteChange('alerts'));
  const stopLocks = trader.locks.onChange(() => noteChange('alerts'));
  const stopWorkspaces = workspaces.onChange(() => noteChange('workspaces'));
  const stopPointed = workspaces.onPointed(() => noteChange('pointedAt'));
  const stopMarket = market.onDirty(pump.requestFrame);
  let cancelHealth = (): void => undefined;
  const scheduleHealth = (): void => {
    cancelHealth = schedule(HEALTH_EVERY_MS, () => {
      noteChange('health');
      scheduleHealth();
    });
  };
  scheduleHealth();

  return {
    add: pump.add,
    close() {
      cancelHealth();
      stopViews();
      stopAlerts();
      stopLocks();
      stopWorkspaces();
      stopPointed();
      stopMarket();
      pump.close();
    },
  };
}
