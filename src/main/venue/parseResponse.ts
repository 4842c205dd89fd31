/**
 * Parses the text of a response; what contradicts an assumption goes to the health log.
 *
 * Errors      WireError.
 * Source      docs/assumptions.md#unknown-fields, #content-type, #order-states.
 */
import type { ExchangeOrder } from '#shared/order/account/account.ts';
import { decodeInSlices, decodeJson, type Sliced } from '#wire/messages/decodeJson.ts';
import { JsonPath } from '#wire/messages/jsonPath.ts';
import type { Reader, SlicedReader } from '#wire/messages/jsonReader.ts';
import { createSchemaDrift } from '#wire/messages/schemaDrift.ts';
import { WireError } from '#wire/messages/wireError.ts';
import type { HealthLog } from './healthLog.ts';
import type { HttpResponse } from './http.ts';
import type { Pause } from './timing.ts';

/** Parses the whole response; unknown fields count only when it is readable. */
export function parseResponse<T>(response: HttpResponse, resource: string, read: Reader<T>, healthLog: HealthLog): T {
  checkContentType(response, resource, healthLog);
  const drift = createSchemaDrift();
  const value = read(decodeJson(response.text, resource), new JsonPath(resource, null, drift));
  healthLog.addSchemaDrift(drift);
  return value;
}

/** As `parseResponse`, for an answer that may be long: decoded and read in slices, with a pause between them. */
export type LongParser = <T>(response: HttpResponse, resource: string, read: SlicedReader<T>) => Promise<T>;

export function createLongParser(healthLog: HealthLog, pause: Pause): LongParser {
  const run = async <T>(work: Sliced<T>): Promise<T> => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await pause();
    }
  };
  return async (response, resource, read) => {
    checkContentType(response, resource, healthLog);
    const drift = createSchemaDrift();
    const decoded = await run(decodeInSlices(response.text, resource));
    const value = await run(read(decoded, new JsonPath(resource, null, drift)));
    healthLog.addSchemaDrift(drift);
    return value;
  };
}

/** Another content type than JSON is readable, but can be a sign of a proxy between the exchange and this client. */
function checkContentType(response: HttpResponse, resource: string, healthLog: HealthLog): void {
  const contentType = response.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (contentType === '' || contentType === 'application/json' || contentType.endsWith('+json')) return;
  healthLog.addNote({ code: 'content-type', parameters: { resource, contentType: contentType.slice(0, 60) } });
}

/** Reports an unknown order state, both as an error and as schema drift; returns the order. */
export function checkOrderState(order: ExchangeOrder, healthLog: HealthLog): ExchangeOrder {
  if (typeof order.state !== 'object') return order;
  const { unknown } = order.state;
  healthLog.addNote({ code: 'order-states', parameters: { state: unknown } });
  healthLog.addError(
    { code: 'orders', parameters: {} },
    new WireError(`order ${order.id}.state`, "'pending', 'wait', 'done', 'cancel' or 'reject'", `"${unknown}"`),
  );
  return order;
}
