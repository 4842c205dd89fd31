/**
 * Turns the text of an answer into a value, and what is odd about it into Health.
 *
 * Errors      WireError.
 * Source      docs/assumptions.md#unknown-fields, #content-type, #order-states.
 */
import type { ExchangeOrder } from '#shared/order/account.ts';
import { decodeJson } from '#wire/messages/decodeJson.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import type { Reader } from '#wire/messages/jsonReader.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import type { HttpResponse } from './http.ts';

/** Parses a whole response; fields that nobody knows are counted once it could be read. */
export function parseResponse<T>(response: HttpResponse, what: string, read: Reader<T>, healthLog: HealthLog): T {
  noteContentType(response, what, healthLog);
  const drift = createSchemaDrift();
  const value = read(decodeJson(response.text, what), new JsonPath(what, null, drift));
  healthLog.addSchemaDrift(drift);
  return value;
}

/** JSON under another name is still JSON, but somebody may stand between the exchange and us. */
export function noteContentType(response: HttpResponse, what: string, healthLog: HealthLog): void {
  const type = response.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json' || type.endsWith('+json')) return;
  healthLog.addNote({ code: 'content-type', parameters: { resource: what, contentType: type.slice(0, 60) } });
}

/** An unknown state is an alarm: an error that a person sees and a surprise that stays. */
export function noteOrderState(order: ExchangeOrder, healthLog: HealthLog): ExchangeOrder {
  if (typeof order.state !== 'object') return order;
  const { unknown } = order.state;
  healthLog.addNote({ code: 'order-states', parameters: { state: unknown } });
  healthLog.addError(
    'orders',
    new WireError(`order ${order.id}.state`, "'pending', 'wait', 'done', 'cancel' or 'reject'", `"${unknown}"`),
  );
  return order;
}
