/** Answer of a command: a value, or an error code with its parameters; never an exception. */
import type { BridgeError, BridgeErrorCodes, ErrorCode } from './errors.ts';

export type Failure = { readonly ok: false; readonly error: BridgeError };
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail<C extends ErrorCode>(code: C, parameters: BridgeErrorCodes[C]): Failure {
  return { ok: false, error: { code, parameters } as BridgeError };
}
