/** Typed orders: whatever is typed is read exactly, or refused; never read as another order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypedAmount } from '#renderer/shell/palette/amounts.ts';
import { parseCommand } from '#renderer/shell/palette/grammar.ts';
import { splitWords } from '#renderer/shell/palette/reader.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const side = fc.constantFrom('yes', 'no');
const direction = fc.constantFrom('buy', 'sell');
const slot = fc.integer({ min: 1, max: 99 });
const contracts = fc.integer({ min: 1, max: 999_999 });
const gap = fc.constantFrom(' ', '  ', '\t');
const letterCase = fc.constantFrom('lower', 'upper');

const priceText = (at: number): string => `0.${String(at).padStart(2, '0')}`;

describe('a whole order', () => {
  it('is read exactly as it was typed, in any letter case and spacing', () => {
    fc.assert(
      fc.property(
        direction,
        side,
        contracts,
        slot,
        fc.boolean(),
        gap,
        letterCase,
        (verb, leg, size, at, post, space, letters) => {
          const text = [verb, leg, String(size), '@', priceText(at), ...(post ? ['post'] : [])].join(space);
          const parsed = parseCommand(letters === 'upper' ? text.toUpperCase() : text, DEFAULT_TICK);
          const amount: TypedAmount = { kind: 'typed', text: String(size), mode: 'contracts' };
          expect(parsed).toMatchObject({
            at: 'command',
            command: { kind: 'place', direction: verb, side: leg, amount, price: at * 10_000, postOnly: post },
          });
        },
      ),
    );
  });

  it('is no command as soon as a word is added to it', () => {
    fc.assert(
      fc.property(
        direction,
        side,
        contracts,
        slot,
        // 'on' names a market.
        fc.stringMatching(/^[a-z0-9.]{1,8}$/).filter((more) => more !== 'on'),
        (verb, leg, size, at, more) => {
          const parsed = parseCommand(`${verb} ${leg} ${size} @ ${priceText(at)} post ${more} `, DEFAULT_TICK);
          expect(parsed).toMatchObject({ at: 'wrong', number: 7 });
        },
      ),
    );
  });

  it('is open or wrong at every shorter length that ends within it, or a shorter whole order', () => {
    fc.assert(
      fc.property(side, contracts, slot, fc.nat(60), (leg, size, at, length) => {
        const whole = `buy ${leg} ${size} @ ${priceText(at)} post`;
        const parsed = parseCommand(whole.slice(0, Math.min(length, whole.length)), DEFAULT_TICK);
        if (parsed.at !== 'command' || parsed.command.kind !== 'place') return;
        expect(parsed.command.side).toBe(leg);
        const { price } = parsed.command;
        // '@ 0.4' of '@ 0.42' is a price of its own, which the preview shows.
        if (price !== null) expect(priceText(at).startsWith(String(price / 1_000_000).slice(0, 3))).toBe(true);
      }),
    );
  });
});

describe('any text', () => {
  it('is read without an exception; completions lead to text that is not wrong', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'buy',
        'sell',
        'yes',
        'no',
        'all',
        '@',
        '0.42',
        '500',
        '50%',
        '$20',
        'post',
        'move',
        'to',
        'cancel',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), fc.constantFrom('', ' '), (list, end) => {
        const text = `${list.join(' ')}${end}`;
        const parsed = parseCommand(text, DEFAULT_TICK);
        if (parsed.at !== 'command' && parsed.at !== 'open') return;
        for (const completion of parsed.completions) {
          const next = `${text.slice(0, completion.start)}${completion.text} `;
          expect(parseCommand(next, DEFAULT_TICK).at, next).toMatch(/command|open/);
        }
      }),
    );
  });

  it('is split at spaces and at @ into its own parts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const words = splitWords(text);
        for (const { text: word, start, end } of words) expect(text.slice(start, end)).toBe(word);
        expect(words.map((one) => one.text).join('')).toBe(text.replaceAll(/\s/g, ''));
      }),
    );
  });
});
