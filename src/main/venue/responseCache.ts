/**
 * Answers of public reads for as long as the exchange says that they may be used again.
 *
 * Units       Ages in ms of a clock that only runs forward.
 * Invariants  Nothing without a max-age is kept, nothing longer than `longestMs`; bounded in entries and characters.
 * Source      exchange-interface, Limits rule 4 (`Cache-Control`; numeric values are not shown).
 */
import { parseInteger } from '#shared/units/numbers.ts';
import type { HttpResponse } from './http.ts';

const MOST_ENTRIES = 500;
const MOST_CHARACTERS = 16 * 1024 * 1024;

export interface ResponseCache {
  find(target: string): HttpResponse | null;
  keep(target: string, response: HttpResponse): void;
  clear(): void;
}

export function createResponseCache(forwardMs: () => number, longestMs: number): ResponseCache {
  const entries = new Map<string, { readonly response: HttpResponse; readonly untilMs: number }>();
  let characters = 0;
  const forget = (target: string): void => {
    characters -= entries.get(target)?.response.text.length ?? 0;
    entries.delete(target);
  };
  return {
    find(target) {
      const entry = entries.get(target);
      if (!entry) return null;
      if (forwardMs() < entry.untilMs) return entry.response;
      forget(target);
      return null;
    },
    keep(target, response) {
      forget(target);
      const freshMs = findFreshMs(response);
      if (freshMs === 0 || response.text.length > MOST_CHARACTERS) return;
      entries.set(target, { response, untilMs: forwardMs() + Math.min(freshMs, longestMs) });
      characters += response.text.length;
      for (const [oldest] of entries) {
        if (entries.size <= MOST_ENTRIES && characters <= MOST_CHARACTERS) break;
        forget(oldest);
      }
    },
    clear() {
      entries.clear();
      characters = 0;
    },
  };
}

/** How much longer this answer may be used: max-age less the Age that caches on the way gave it. */
export function findFreshMs(response: HttpResponse): number {
  const words = directivesOf(response);
  if (words.has('no-store') || words.has('no-cache')) return 0;
  const ageMs = secondsOf(response.header('age')) ?? 0;
  return Math.max(0, (findMaxAgeMs(response) ?? 0) - ageMs);
}

/** How old an answer may be by the server's own word; null when it says nothing. */
export function findMaxAgeMs(response: HttpResponse): number | null {
  const words = directivesOf(response);
  if (words.has('no-store') || words.has('no-cache')) return 0;
  return secondsOf(words.get('max-age') ?? null);
}

function directivesOf(response: HttpResponse): Map<string, string> {
  const words = new Map<string, string>();
  for (const part of (response.header('cache-control') ?? '').slice(0, 500).split(',')) {
    const [name = '', value = ''] = part.split('=');
    words.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return words;
}

/** Delta seconds as ms; a number too large to hold counts as the largest (RFC 9111, 1.2.2). */
function secondsOf(text: string | null): number | null {
  if (text === null || !/^\s*\d+\s*$/.test(text)) return null;
  const digits = text.trim();
  return (digits.length > 9 ? 2_147_483_648 : parseInteger(digits)) * 1_000;
}
