/**
 * Cache of public responses, for as long as their Cache-Control allows.
 *
 * Units       Ages in ms of a monotonic clock.
 * Invariants  Nothing without a max-age is stored, nothing longer than `maxAgeMs`; entries and characters are bounded.
 * Source      docs/exchange-interface.md#caching (`Cache-Control`; its values are not shown).
 */
import type { Now } from '#shared/base/clock.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { HttpResponse } from './http.ts';

const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 16 * 1024 * 1024;

export interface ResponseCache {
  find(target: string): HttpResponse | null;
  store(target: string, response: HttpResponse): void;
  clear(): void;
}

export function createResponseCache(steadyMs: Now, maxAgeMs: number): ResponseCache {
  const entries = new Map<string, { readonly response: HttpResponse; readonly untilMs: number }>();
  let characters = 0;
  const remove = (target: string): void => {
    characters -= entries.get(target)?.response.text.length ?? 0;
    entries.delete(target);
  };
  return {
    find(target) {
      const entry = entries.get(target);
      if (!entry) return null;
      if (steadyMs() < entry.untilMs) return entry.response;
      remove(target);
      return null;
    },
    store(target, response) {
      remove(target);
      for (const [one, { untilMs }] of entries) if (steadyMs() >= untilMs) remove(one);
      const freshMs = findFreshMs(response);
      if (freshMs === 0 || response.text.length > MAX_CHARACTERS) return;
      entries.set(target, { response, untilMs: steadyMs() + Math.min(freshMs, maxAgeMs) });
      characters += response.text.length;
      for (const [oldest] of entries) {
        if (entries.size <= MAX_ENTRIES && characters <= MAX_CHARACTERS) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      characters = 0;
    },
  };
}

/** Remaining lifetime of a response: max-age less the Age header. */
export function findFreshMs(response: HttpResponse): number {
  const directives = parseCacheControl(response);
  if (directives.has('no-store') || directives.has('no-cache')) return 0;
  const ageMs = parseSeconds(response.header('age')) ?? 0;
  return Math.max(0, (findMaxAgeMs(response) ?? 0) - ageMs);
}

/** Age that the server allows the response to have; null when it states none. */
export function findMaxAgeMs(response: HttpResponse): number | null {
  const directives = parseCacheControl(response);
  if (directives.has('no-store') || directives.has('no-cache')) return 0;
  return parseSeconds(directives.get('max-age') ?? null);
}

function parseCacheControl(response: HttpResponse): Map<string, string> {
  const directives = new Map<string, string>();
  for (const part of (response.header('cache-control') ?? '').slice(0, 500).split(',')) {
    const [name = '', value = ''] = part.split('=');
    directives.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return directives;
}

/** Parses delta seconds into ms; a number that is too large counts as 2^31 s (RFC 9111, 1.2.2). */
function parseSeconds(text: string | null): number | null {
  if (text === null || !/^\s*\d+\s*$/.test(text)) return null;
  const digits = text.trim();
  return (digits.length > 9 ? 2_147_483_648 : parseInteger(digits)) * 1_000;
}
