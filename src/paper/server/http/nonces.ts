/**
 * Strict nonces: refuses a repeated and a falling nonce of one API key, so that a client's mistakes show.
 *
 * Shape       Requests on several connections can overtake each other on the way: a nonce falls only below those that arrived
 *             at least a second before it.
 * Errors      Throws a Refusal 401.
 * Source      docs/assumptions.md#strict-nonces.
 */
import { Refusal } from './refusal.ts';

export interface StrictNonces {
  /** Notes the nonce of an authenticated request. */
  note(apiKey: string, nonce: number, wallMs: number): void;
}

const OVERTAKING_MS = 1_000;

export function buildStrictNonces(): StrictNonces {
  const keys = new Map<string, { readonly recent: Map<number, number>; floor: number }>();
  return {
    note(apiKey, nonce, wallMs) {
      const known = keys.get(apiKey) ?? { recent: new Map<number, number>(), floor: 0 };
      keys.set(apiKey, known);
      for (const [earlier, atMs] of known.recent) {
        if (wallMs - atMs < OVERTAKING_MS) continue;
        known.floor = Math.max(known.floor, earlier);
        known.recent.delete(earlier);
      }
      if (known.recent.has(nonce) || nonce === known.floor) throw new Refusal(401, 'authz.nonce_repeated');
      if (nonce < known.floor) throw new Refusal(401, 'authz.nonce_falling');
      known.recent.set(nonce, wallMs);
    },
  };
}
