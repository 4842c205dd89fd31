/** The notice of a placed order: what main and the exchange made of it. */
import type { Result } from '#shared/ipc/result.ts';
import type { PlaceReceipt } from '#shared/order/receipts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatDenials } from '#shared/text/orders/denials.ts';
import { formatRefusal } from '#shared/text/orders/exchangeErrors.ts';
import { formatLifeReason } from '#shared/text/orders/orderLife.ts';
import type { IntentId } from '#shared/units/ids.ts';
import { attemptOf, type NoticeFact, type Report } from '../noticeFacts.ts';

const UNKNOWN_DETAIL =
  'It may rest or have filled: do not send it again. The terminal asks the exchange; Orders shows the result.';

/** @param what the order as text. */
export function reportPlaced(what: string, result: Result<PlaceReceipt>, intentId: IntentId): Report {
  const fact: NoticeFact = { kind: 'order', intentId, what };
  const refused = attemptOf('place');
  if (!result.ok) {
    const detail = formatBridgeError(result.error);
    const isLost = result.error.code === 'UNREACHABLE' || result.error.code === 'BUG';
    return isLost
      ? { tone: 'bad', title: `Unknown: ${what}`, detail: `${detail}. ${UNKNOWN_DETAIL}`, fact }
      : { tone: 'bad', title: `Not sent: ${what}`, detail, fact: refused };
  }
  const receipt = result.value;
  switch (receipt.outcome) {
    case 'accepted':
      return { tone: 'good', title: `Placed: ${what}`, detail: null, fact };
    case 'denied':
      return { tone: 'warn', title: `Not sent: ${what}`, detail: formatDenials(receipt.denials), fact: refused };
    case 'rejected':
      return { tone: 'bad', title: `Rejected: ${what}`, detail: formatRefusal(receipt.refusal), fact: refused };
    case 'absent':
      return {
        tone: 'bad',
        title: `Never reached the exchange: ${what}`,
        detail: formatLifeReason(receipt.reason),
        fact,
      };
    case 'unknown':
      return { tone: 'bad', title: `Unknown: ${what}`, detail: UNKNOWN_DETAIL, fact };
  }
}
