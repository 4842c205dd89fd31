/**
 * Settings of earlier versions that are protected now: limits in the preferences, pins in `wallet-pins.json`.
 *
 * Invariants  Nothing authenticated those files, so a limit is taken over only where it is not looser than its default. Pins
 *             that are unreadable count as lost.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { parseUsd } from '#shared/units/usd.ts';
import {
  type LegacySettings,
  PROTECTED_DEFAULTS,
  type ProtectedSettings,
  walletPinsSchema,
} from './protectedSettings.ts';
import type { Settings } from './settings.ts';

const pinFile = z.object({ version: z.literal(1), pins: walletPinsSchema });

export function openLegacySettings(
  settings: Pick<Settings, 'legacyLimits' | 'removeLegacyLimits'>,
  pinsPath: string,
): LegacySettings {
  return {
    find() {
      const limits = findLimits(settings.legacyLimits());
      if (!existsSync(pinsPath)) return Object.keys(limits).length === 0 ? null : limits;
      return { ...limits, ...readPins(pinsPath) };
    },
    remove() {
      settings.removeLegacyLimits();
      rmSync(pinsPath, { force: true });
    },
  };
}

function findLimits({
  maxOrderCost,
  screenLockMinutes,
  autoLockMinutes,
}: Readonly<Record<string, unknown>>): Partial<ProtectedSettings> {
  const { maxOrderCost: limit, screenLockMinutes: screen, keysLockMinutes: keys } = PROTECTED_DEFAULTS;
  const isMinutes = (value: unknown, max: number): value is number =>
    typeof value === 'number' && value >= 1 && value <= max;
  const isAmount = typeof maxOrderCost === 'string' && /^\d{1,7}(\.\d{1,6})?$/.test(maxOrderCost);
  const amount = isAmount ? parseUsd(maxOrderCost) : null;
  return {
    ...(amount !== null && amount > 0n && amount <= limit ? { maxOrderCost: amount } : {}),
    ...(isMinutes(screenLockMinutes, screen) ? { screenLockMinutes } : {}),
    ...(isMinutes(autoLockMinutes, keys) ? { keysLockMinutes: autoLockMinutes } : {}),
  };
}

/** Version 1 is `{version, pins}`, the version before it the pins alone. */
function readPins(path: string): Pick<ProtectedSettings, 'walletPins'> | Pick<ProtectedSettings, 'loss'> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isVersioned = typeof value === 'object' && value !== null && Object.hasOwn(value, 'version');
    return { walletPins: pinFile.parse(isVersioned ? value : { version: 1, pins: value }).pins };
  } catch {
    return { loss: { reason: 'unreadable', groups: ['pins'] } };
  }
}
