/**
 * Faults of the embedded exchange, requested at its operator endpoint.
 *
 * Units       `ms` in milliseconds of the exchange's wall clock.
 * Shape       A fault happens `count` times (0: until cleared) to streams or paths whose name contains `target`.
 * Source      docs/paper-market.md, Faults.
 */
import { decodeJson } from './decodeJson.ts';
import { JsonPath } from './jsonPath.ts';
import { Fields, type Reader, readArray, readOneOf } from './jsonReader.ts';

export const PAPER_FAULT_KINDS = [
  'sequence_skip',
  'delay',
  'silent_socket',
  'disconnect',
  'lost_answer',
  'rate_limit',
  'slow_answer',
  'clock_skew',
  'wallet_rejection',
  'cancel_lag',
  'relay_late',
  'relay_failure',
  'relay_partial',
  'server_error',
] as const;
export type PaperFaultKind = (typeof PAPER_FAULT_KINDS)[number];

export interface PaperFault {
  readonly kind: PaperFaultKind;
  readonly target?: string;
  readonly count?: number;
  readonly ms?: number;
}

export function encodeFaults(faults: readonly PaperFault[]): string {
  return JSON.stringify({
    faults: faults.map(({ kind, target, count, ms }) => ({ kind, target, count, ms })),
  });
}

const readFaultKind: Reader<PaperFaultKind> = (value, path) =>
  new Fields(value, path).required('kind', readOneOf(PAPER_FAULT_KINDS));

/** Parses the response: the kinds of all active faults. */
export function parseFaultKinds(text: string): PaperFaultKind[] {
  return readArray(readFaultKind, 100)(decodeJson(text, 'faults'), new JsonPath('faults'));
}
