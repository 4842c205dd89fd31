/** Places one order at a time and keeps its result; presses during a placement do nothing. */
import { useRef, useState } from 'react';
import type { Result } from '#shared/ipc/result.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { placeOrder } from '../../act/draft.ts';

export interface Placed {
  readonly market: MarketId;
  readonly summary: string;
  readonly intentId: IntentId;
  readonly answer: Result<PlaceReceipt>;
}

export function usePlacing() {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isPlacing = useRef(false);
  return {
    placed,
    isBusy,
    dismiss: () => setPlaced(null),
    async place(summary: string, intent: OrderIntent): Promise<void> {
      if (isPlacing.current) return;
      isPlacing.current = true;
      setBusy(true);
      setPlaced(null);
      const answer = await placeOrder(intent);
      isPlacing.current = false;
      setBusy(false);
      setPlaced({ market: intent.market, summary, intentId: intent.intentId, answer });
    },
  };
}
