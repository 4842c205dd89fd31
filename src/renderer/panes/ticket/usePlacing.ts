/** Sends one order at a time and keeps its answer; a second press while one is under way does nothing. */
import { useRef, useState } from 'react';
import type { Result } from '#shared/ipc/result.ts';
import type { OrderIntent } from '#shared/order/intent.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import type { IntentId, MarketId } from '#shared/units/ids.ts';
import { placeOrder } from '../../act/draft.ts';

export interface Placed {
  readonly market: MarketId;
  readonly wish: string;
  readonly intentId: IntentId;
  readonly answer: Result<PlaceReceipt>;
}

export function usePlacing() {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const [isBusy, setBusy] = useState(false);
  const underWay = useRef(false);
  return {
    placed,
    isBusy,
    dismiss: () => setPlaced(null),
    async place(wish: string, intent: OrderIntent): Promise<void> {
      if (underWay.current) return;
      underWay.current = true;
      setBusy(true);
      setPlaced(null);
      const answer = await placeOrder(intent);
      underWay.current = false;
      setBusy(false);
      setPlaced({ market: intent.market, wish, intentId: intent.intentId, answer });
    },
  };
}
