/** Steps of a conditional order's life, for the view: what changed from one state to the next. */

import { encodeMessage } from '#shared/ipc/codec.ts';
import type { ConditionalStepView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalState } from '#shared/order/conditional/terms.ts';
import type { Run } from './run.ts';

const MAX_STEPS = 100;

/** Adds the steps from `before` to `after`. */
export function noteStep(run: Run, before: ConditionalState, after: ConditionalState, atMs: number): void {
  run.updatedAtMs = atMs;
  const added = listSteps(before, after);
  if (added.length === 0) return;
  run.steps = joinWaits([...run.steps, ...added.map((what) => ({ atMs, what }))]).slice(-MAX_STEPS);
}

/** A wait that is interrupted and begins again for the same reason is one step: a calm book goes stale again and again. */
function joinWaits(steps: readonly ConditionalStepView[]): readonly ConditionalStepView[] {
  const [first, between, last] = steps.slice(-3).map(({ what }) => (what.kind === 'life' ? what.life : null));
  if (first?.at !== 'waiting' || last?.at !== 'waiting' || between === null || between === undefined) return steps;
  if (between.at !== 'armed' || first.reason.code !== last.reason.code) return steps;
  return steps.slice(0, -2);
}

function listSteps(before: ConditionalState, after: ConditionalState): ConditionalStepView['what'][] {
  const steps: ConditionalStepView['what'][] = [];
  if (after.terms !== before.terms) steps.push({ kind: 'changed' });
  for (const [name, { isLate }] of Object.entries(after.fired)) {
    if (before.fired[name] === undefined) steps.push({ kind: 'fired', name, isLate });
  }
  const known = new Map(before.children.map((child) => [child.intentId, child]));
  for (const { intentId, filled, shares, price, direction } of after.children) {
    const earlier = known.get(intentId);
    if (earlier === undefined) steps.push({ kind: 'placed', price, shares, direction });
    else if (filled > earlier.filled) steps.push({ kind: 'filled', shares: filled, of: shares });
  }
  if (encodeMessage(after.life) !== encodeMessage(before.life)) steps.push({ kind: 'life', life: after.life });
  return steps;
}
