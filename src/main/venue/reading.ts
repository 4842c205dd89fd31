/**
 * Turns the text of an answer into a value, and what is odd about it into Health.
 *
 * Errors      WireError.
 * Source      docs/assumptions.md#unknown-fields, #content-type, #order-states.
 */
import type { ExchangeOrder } from '#shared/order/account.ts';
import { decodeJson, JsonPath, type Read } from '#wire/messages/reader.ts';
import { openSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';
import type { HttpAnswer } from './http.ts';
import type { VenueRecord } from './record.ts';

/** Parses a whole answer; fields that nobody knows are counted once it could be read. */
export function readAnswer<T>(answer: HttpAnswer, what: string, read: Read<T>, record: VenueRecord): T {
  noteContentType(answer, what, record);
  const survey = openSchemaDrift();
  const value = read(decodeJson(answer.text, what), new JsonPath(what, null, survey));
  record.takeSurvey(survey);
  return value;
}

/** JSON under another name is still JSON, but somebody may stand between the exchange and us. */
export function noteContentType(answer: HttpAnswer, what: string, record: VenueRecord): void {
  const type = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '' || type === 'application/json' || type.endsWith('+json')) return;
  record.addSurprise('content-type', `The answer ${what} calls itself ${type.slice(0, 60)}`);
}

/** An unknown state is an alarm: an error that a person sees and a surprise that stays. */
export function noteOrderState(order: ExchangeOrder, record: VenueRecord): ExchangeOrder {
  if (typeof order.state !== 'object') return order;
  const { unknown } = order.state;
  record.addSurprise('order-states', `Order state "${unknown}"`);
  record.addError(
    'orders',
    new WireError(`order ${order.id}.state`, "'pending', 'wait', 'done', 'cancel' or 'reject'", `"${unknown}"`),
  );
  return order;
}
