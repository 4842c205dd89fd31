/**
 * Faults that the embedded exchange is asked to make, at its operator endpoint.
 *
 * Units       `ms` in real milliseconds.
 * Shape       A fault happens `count` times (0: until all are cleared) to what has `target` in its name or path.
 * Source      docs/paper-market.md, Faults.
 */
import { decodeJson, Fields, JsonPath, type Read, readArray, readOneOf } from './reader.ts';

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

const readFaultKind: Read<PaperFaultKind> = (value, place) =>
  new Fields(value, place).take('kind', readOneOf(PAPER_FAULT_KINDS));

/** The kinds of all faults in force, from the answer's text. */
export function parseFaultKinds(text: string): PaperFaultKind[] {
  return readArray(readFaultKind, 100)(decodeJson(text, 'faults'), new JsonPath('faults'));
}
