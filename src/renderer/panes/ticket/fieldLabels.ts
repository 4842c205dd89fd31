/** Labels of what a trigger watches, and of what decides on a stale book. */

import type { StandInChoice } from '#shared/ipc/preferences.ts';
import type { FormSource } from '../../domain/conditionals/conditionalForm.ts';

export const SOURCE_LABELS: Readonly<Record<FormSource, string>> = {
  ask: 'Best ask',
  bid: 'Best bid',
  last: 'Last trade',
  mid: 'Middle of the book',
  underlying: 'The underlying',
  other: 'Another condition',
};

export const STAND_IN_CHOICES: Readonly<Record<StandInChoice, string>> = {
  wait: 'Waits',
  rest: 'Asks REST',
  underlying: 'Underlying decides',
};
