/**
 * Answers of public reads for as long as the exchange says that they may be used again.
 *
 * Units       Ages in ms of a clock that only runs forward.
 * Invariants  Nothing without a max-age is kept, nothing longer than `longestMs`; bounded in entries and characters.
 * Source      exchange-interface, Limits rule 4 (`Cache-Control`; numeric values are not shown).
 */
import { parseInteger } from '#shared/units/numbers.ts';
import type { HttpAnswer } from './http.ts';

const MOST_ENTRIES = 500;
const MOST_CHARACTERS = 16 * 1024 * 1024;

export interface AnswerCache {
  find(target: string): HttpAnswer | null;
  keep(target: string, answer: HttpAnswer): void;
  clear(): void;
}

export function openAnswerCache(forwardMs: () => number, longestMs: number): AnswerCache {
  const entries = new Map<string, { readonly answer: HttpAnswer; readonly untilMs: number }>();
  let characters = 0;
  const forget = (target: string): void => {
    characters -= entries.get(target)?.answer.text.length ?? 0;
    entries.delete(target);
  };
  return {
    find(target) {
      const entry = entries.get(target);
      if (!entry) return null;
      if (forwardMs() < entry.untilMs) return entry.answer;
      forget(target);
      return null;
    },
    keep(target, answer) {
      forget(target);
      const freshMs = findFreshMs(answer);
      if (freshMs === 0 || answer.text.length > MOST_CHARACTERS) return;
      entries.set(target, { answer, untilMs: forwardMs() + Math.min(freshMs, longestMs) });
      characters += answer.text.length;
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
export function findFreshMs(answer: HttpAnswer): number {
  const words = directivesOf(answer);
  if (words.has('no-store') || words.has('no-cache')) return 0;
  const ageMs = secondsOf(answer.header('age')) ?? 0;
  return Math.max(0, (findMaxAgeMs(answer) ?? 0) - ageMs);
}

/** How old an answer may be by the server's own word; null when it says nothing. */
export function findMaxAgeMs(answer: HttpAnswer): number | null {
  const words = directivesOf(answer);
  if (words.has('no-store') || words.has('no-cache')) return 0;
  return secondsOf(words.get('max-age') ?? null);
}

function directivesOf(answer: HttpAnswer): Map<string, string> {
  const words = new Map<string, string>();
  for (const part of (answer.header('cache-control') ?? '').slice(0, 500).split(',')) {
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
