/** Laws of cleaned text: whatever the exchange writes, no forbidden code point leaves a parser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#shared/base/cleanText.ts';
import { parseErrorCodes } from '#wire/messages/errorBody.ts';
import { parseMarket } from '#wire/messages/market.ts';
import { TEXT_LIMITS, type TextField } from '#wire/messages/servedText.ts';

/** Controls, format characters (bidirectional ones too), surrogates, private use, unassigned, line separators. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u;

const NASTY = [
  '\u001b',
  '\u009b',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u2028',
  '\ud800',
  '\udc00',
  '\ue000',
  '\u{e0041}',
  '\n',
];
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((parts) => parts.join('')),
);

const TITLES: Readonly<Record<string, TextField>> = {
  title: 'title',
  event_title: 'title',
  group_item_title: 'groupItemTitle',
  category: 'name',
  status: 'word',
  result: 'word',
  event_slug: 'slug',
  resolution_source: 'name',
  image_url: 'url',
};

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) yield* textsOf(inner);
}

describe('served text', () => {
  it('has no forbidden code point after cleaning, keeps its limit, and is cleaned once', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 8, max: 120 }), fc.boolean(), (text, limit, lines) => {
        const cleaned = cleanText(text, limit, { lines });
        expect(cleaned.length).toBeLessThanOrEqual(limit);
        expect(lines ? cleaned.replaceAll('\n', '') : cleaned).not.toMatch(FORBIDDEN);
        expect(cleanText(cleaned, limit, { lines })).toBe(cleaned);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves no parser of a market as it was written', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, label) => {
        const served = Object.fromEntries(Object.keys(TITLES).map((name) => [name, text]));
        const entries = [{ name: text, tier: text, url: text }];
        const market = parseMarket({
          ...served,
          market_id: 'm',
          description: text,
          rules: text,
          outcome_labels: [`a${label}`, `b${label}`],
          settlement_panel: { id: 1, name: text, description: text, terms_url: text, entries },
          price_target: { comparator: text },
          terms: { kind: text, underlying: { source: text, symbol: text }, settles_on: text },
        });
        for (const found of textsOf(market)) expect(found.replaceAll('\n', '')).not.toMatch(FORBIDDEN);
      }),
    );
  });

  it('is cut at the limit of its field', () => {
    const long = 'x'.repeat(60_000);
    const market = parseMarket({
      ...Object.fromEntries(Object.keys(TITLES).map((name) => [name, long])),
      market_id: 'm',
      outcome_labels: [long, 'No'],
    });
    expect(market.title).toBe(`${'x'.repeat(TEXT_LIMITS.title - 4)} […]`);
    expect(market.outcomeLabels[0]).toHaveLength(TEXT_LIMITS.label);
    for (const found of textsOf(market)) expect(found.length).toBeLessThanOrEqual(TEXT_LIMITS.url);
  });

  it('is clean in the error codes of any body', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const code of parseErrorCodes(JSON.stringify({ errors: [text, text] })))
          expect(code).not.toMatch(FORBIDDEN);
      }),
    );
  });
});
