/**
 * Write budget: bounds how often, and on how full a disk, a page has something written for it.
 *
 * Units       For each command that is declared to keep something: 120 calls in any 60 s.
 * Invariants  Commands that end, cancel, remove or lock are never counted and never refused here.
 * Source      docs/security-coverage.md#r58
 */
import { openRateWindow, type RateWindow } from '#shared/base/rateWindow.ts';
import { COMMAND_NAMES, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { fail } from '#shared/ipc/result.ts';
import { buildHandlers, handlerOf } from './anyHandler.ts';

const MAX_PER_MINUTE = 120;

export interface WriteBudgetOptions {
  now(): number;
  /** False while the disk has no space but what is reserved for protective writes. */
  hasSpace(): boolean;
}

/** Wraps each handler of a command that keeps something. */
export function limitWrites(handlers: Handlers, { now, hasSpace }: WriteBudgetOptions): Handlers {
  const windows = new Map<CommandName, RateWindow>();
  for (const name of COMMAND_NAMES)
    if (rulesOf(name).keeps) windows.set(name, openRateWindow({ max: MAX_PER_MINUTE, windowMs: 60_000, now }));
  return buildHandlers((name) => {
    const handle = handlerOf(handlers, name);
    const count = windows.get(name);
    if (count === undefined) return handle;
    return async (input, caller) => {
      const seconds = count();
      if (seconds !== null) return fail('TOO_OFTEN', { seconds });
      return hasSpace() ? handle(input, caller) : fail('DISK_FULL', {});
    };
  });
}
