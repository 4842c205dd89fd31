/**
 * Bounds of every kind of answer and stream: what is larger is not read to its end.
 *
 * Units       Bytes on the wire.
 * Invariants  Each endpoint and stream of the client has one row; a target without one has the smallest bound.
 * Source      docs/security-coverage.md#r60.
 */
import { parseStream, STREAM_CHARACTERS } from '#wire/messages/streamName.ts';

const KB = 1_024;
const MB = 1_024 * KB;

/** Largest answers. Those above SMALL_BYTES are decoded in slices; the others take a few milliseconds at most. */
export const ANSWER_BYTES = {
  /** One record: an order, the answer to a placement or a cancel, a wallet, a ticker, a relay, the exchange's time. */
  record: 64 * KB,
  balances: 64 * KB,
  /** The body of any refusal. */
  refusal: 64 * KB,
  book: 512 * KB,
  /** A list that has no pages. */
  list: 4 * MB,
  /** One page of a list. */
  page: 4 * MB,
} as const;

export type AnswerKind = keyof typeof ANSWER_BYTES;

/** Target without its query, by the first pattern that fits. */
const ENDPOINTS: readonly (readonly [RegExp, AnswerKind])[] = [
  [/^\/api\/v2\/pythia\/orders$/, 'page'],
  [/^\/api\/v2\/pythia\/orders\/[^/]+(\/cancel)?$/, 'record'],
  [/^\/api\/v2\/atlas\/account\/orders$/, 'record'],
  [/^\/api\/v2\/atlas\/account\/(contracts|positions)$/, 'page'],
  [/^\/api\/v2\/atlas\/account\/balances$/, 'balances'],
  [/^\/api\/v2\/atlas\/account\/rewards\/pending$/, 'record'],
  [/^\/api\/v2\/atlas\/account\/wallet(\/.*)?$/, 'record'],
  [/^\/api\/v2\/atlas\/public\/timestamp$/, 'record'],
  [/^\/api\/v2\/pythia\/public\/markets$/, 'page'],
  [/^\/api\/v2\/pythia\/public\/markets\/[^/]+\/order-book$/, 'book'],
  [/^\/api\/v2\/pythia\/public\/markets\/[^/]+\/ticker$/, 'record'],
  [/^\/api\/v2\/pythia\/public\/markets\/[^/]+\/(k-line|contracts\/recent)$/, 'list'],
  [/^\/operator\/(members|faults)$/, 'record'],
];

/** Null for a target that no row names. */
export function findAnswerKind(target: string): AnswerKind | null {
  const path = target.split('?')[0]!;
  return ENDPOINTS.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Largest body of an answer with this status. */
export function findAnswerBytes(target: string, status: number): number {
  return ANSWER_BYTES[status >= 200 && status < 300 ? (findAnswerKind(target) ?? 'record') : 'refusal'];
}

/** Largest message of a connection: one message may have a payload of each of its streams. */
export function findMessageBytes(streams: readonly string[]): number {
  const kinds = new Set(streams.map((name) => parseStream(name)?.kind));
  let bytes = 4 * KB;
  // A character has at most three bytes.
  for (const kind of kinds) if (kind !== undefined) bytes += STREAM_CHARACTERS[kind] * 3;
  return bytes;
}
