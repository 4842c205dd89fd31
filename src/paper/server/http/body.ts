/** Reads a request's body as a JSON object. Errors: Refusal 422, or the status that the endpoint documents. */
import { Refusal } from './refusal.ts';

export function readBody(body: Buffer, status = 422): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new Refusal(status, 'server.invalid_body');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal(status, 'server.invalid_body');
  }
  return value as Readonly<Record<string, unknown>>;
}
