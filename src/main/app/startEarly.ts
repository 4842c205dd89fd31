/**
 * First parts of a start: what the terminal needs from outside this process, before its own modules are read.
 *
 * Invariants  Imports little: reading the terminal's modules takes as long as starting the exchange or loading the page.
 */
import type { Shell } from '../shell/port.ts';
import { type ExchangeSource, type NetworkChoice, openExchangeSource } from './markets/exchangeSource.ts';
import { type FirstWindow, openFirstWindow } from './workspaces/firstWindow.ts';

export interface EarlyParts {
  readonly exchange: Promise<ExchangeSource>;
  readonly window: FirstWindow;
}

/** Failures are left to the terminal, which reports them. */
export function openEarlyParts(shell: Shell, network: NetworkChoice): EarlyParts {
  const exchange = openExchangeSource(shell, network);
  exchange.catch(() => undefined);
  return { exchange, window: openFirstWindow(shell, Date.now) };
}
