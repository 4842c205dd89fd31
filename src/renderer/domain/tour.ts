/**
 * The tour: six steps over the parts of the window, offered until it was seen or declined, or trading was armed.
 *
 * Invariants  A step needs no answer and changes nothing; keys of trading work throughout.
 */
import { create } from 'zustand';
import type { Action } from './keys/actions.ts';
import { formatKeysOf } from './keys/hotkeys.ts';
import { savePreferences } from './preferences.ts';
import { openPane } from './workspaces/paneRequests.ts';

export interface TourStep {
  readonly title: string;
  /** Built when it is shown, because it names the keys in force. */
  text(): string;
  /** A pane that is brought to the front, or the selector of another part. */
  readonly target: { readonly pane: string } | { readonly selector: string };
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'Choose a market',
    text: () => 'A market chosen here is shown by every pane of the same colour. / searches.',
    target: { pane: 'markets' },
  },
  {
    title: 'Read the ladder',
    text: () =>
      'Bids are left of the price, asks right of it. A click on a price fills the ticket; while trading is armed it places the order.',
    target: { pane: 'ladder' },
  },
  {
    title: 'Check the order',
    text: () =>
      'The ticket shows the cost, the fee, what the order wins or loses, and every reason why it cannot be sent.',
    target: { pane: 'ticket' },
  },
  {
    title: 'Set up a wallet, then arm',
    text: () =>
      `Your keys stay in a vault on this computer; on paper any password makes one. ${formatKeysOf('trading.arm')} arms and disarms trading.`,
    target: { selector: '.top-bar :is(.arm, .button.primary)' },
  },
  {
    title: 'Follow every order',
    text: () =>
      `Each row says what is known of an order, also that its state is unknown. ${formatKeysOf('trading.cancelAll')} cancels all orders; ${formatKeysOf('trading.panic')} also disarms and stops everything that places orders.`,
    target: { pane: 'orders' },
  },
  {
    title: 'Do it from the keyboard',
    text: () =>
      `${formatKeysOf('view.palette')} finds markets, panes and actions, and takes orders such as buy yes 100 @ 0.42. ${formatKeysOf('help.keys')} shows the keys, ${formatKeysOf('panes.help')} the manual.`,
    target: { selector: '.palette-button' },
  },
];

interface TourStore {
  /** Index of the step; null while the tour is closed. */
  readonly step: number | null;
}

export const useTour = create<TourStore>(() => ({ step: null }));

/** Shows a step; one past the last ends the tour. */
export function showTourStep(step: number): void {
  const next = TOUR_STEPS[step];
  if (next === undefined) {
    endTour();
    return;
  }
  if ('pane' in next.target) openPane(next.target.pane);
  useTour.setState({ step });
}

/** Closes the tour and offers it no more. */
export function endTour(): void {
  useTour.setState({ step: null });
  void savePreferences({ tour: 'ended' });
}

export const TOUR_ACTIONS: readonly Action[] = [
  { id: 'help.tour', title: 'Take the tour', group: 'Help', defaultKeys: [], run: () => showTourStep(0) },
];
