/** Banner over the rows: stored conditional orders that cannot be read, until a person removes them. */

import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { dismissUnreadable } from '../../domain/conditionals/conditionalActs.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';

export function Unreadable(props: { readonly ids: readonly ConditionalId[] }) {
  const { ids } = props;
  if (ids.length === 0) return null;
  const remove = async (): Promise<void> => {
    const report = await dismissUnreadable(ids);
    if (report !== null) useOverlay.getState().report(report);
  };
  return (
    <div className="banner bad conditionals-unreadable" role="alert">
      <span>
        {ids.length === 1 ? 'A stored conditional order' : `${ids.length} stored conditional orders`} cannot be read and{' '}
        {ids.length === 1 ? 'does' : 'do'} nothing. Look in Orders for what still rests. The log says what was found.
      </span>
      <button type="button" className="button small" onClick={() => void remove()}>
        Remove
      </button>
    </div>
  );
}
