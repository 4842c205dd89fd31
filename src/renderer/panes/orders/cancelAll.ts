/** Cancels every open order and says what came of it; the key and the button do the same. */
import { act } from '../../act/bridge.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { tellCancelAll } from './model.ts';

export async function cancelAllOrders(): Promise<void> {
  const told = tellCancelAll(await act('order.cancelAll', { market: null }));
  useOverlay.getState().notify(told.tone, told.title, told.detail);
}
