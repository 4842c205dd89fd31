/** What a page may see of conditional orders behind a lock: how many, not what. */
import type { ConditionalsView } from '#shared/ipc/conditionals/conditionals.ts';

export function hideConditionals(view: ConditionalsView): ConditionalsView {
  return { ...view, isHidden: true, conditionals: [], protections: [] };
}
