import { describe, expect, it } from 'vitest';
import { type Command, describeProblem, parseCommand } from '#renderer/shell/palette/grammar.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

const read = (text: string) => parseCommand(text, DEFAULT_TICK);

function commandOf(text: string): Command | string {
  const parsed = read(text);
  if (parsed.at === 'command') return parsed.command;
  return parsed.at === 'search' ? 'search' : describeProblem(parsed);
}

/** What the text becomes with each completion. */
function completionsOf(text: string): readonly string[] {
  const parsed = read(text);
  if (parsed.at !== 'command' && parsed.at !== 'open') return [];
  return parsed.completions.map((one) => `${text.slice(0, one.start)}${one.text}`);
}

const typed = (text: string, mode: 'contracts' | 'dollars' = 'contracts') => ({ kind: 'typed', text, mode }) as const;

describe('a typed order', () => {
  it.each([
    ['buy yes 500 @ 0.42 post', 'buy', 'yes', typed('500'), 420_000, true],
    ['BUY  Yes 500@0.42', 'buy', 'yes', typed('500'), 420_000, false],
    ['buy 500 yes at .42', 'buy', 'yes', typed('500'), 420_000, false],
    ['buy no $200 @ 0.42', 'buy', 'no', typed('200', 'dollars'), 420_000, false],
    ['buy yes 50%', 'buy', 'yes', typed('50%'), null, false],
    ['buy yes 1,500 @ 0.42', 'buy', 'yes', typed('1,500'), 420_000, false],
    ['sell no 2k @ 0.3', 'sell', 'no', typed('2k'), 300_000, false],
    ['sell all', 'sell', null, { kind: 'all' }, null, false],
    ['sell all yes @ 0.5', 'sell', 'yes', { kind: 'all' }, 500_000, false],
    ['sell 20 @ 0.99 post', 'sell', null, typed('20'), 990_000, true],
  ] as const)('%s', (text, direction, side, amount, price, postOnly) => {
    expect(commandOf(text)).toEqual({ kind: 'place', direction, side, amount, price, postOnly });
  });

  it.each([
    ['buy', 'Next: yes or no'],
    ['buy 500', 'Next: yes or no: a buy names its outcome'],
    ['buy yes', 'Next: a size such as 500, 2k, 50% or $200'],
    ['buy maybe', 'Word 2: expected yes or no, found “maybe”'],
    ['buy yes all', 'Word 3: expected a size such as 500, 2k, 50% or $200, found “all”'],
    ['buy yes 1,5', 'Word 3: expected a size such as 500, 2k, 50% or $200, found “1,5”'],
    ['buy yes -5', 'Word 3: expected a size such as 500, 2k, 50% or $200, found “-5”'],
    ['buy yes 500 @', 'Next: a price such as 0.42'],
    ['buy yes 500 @ 0.425', 'Word 5: expected a price that is a multiple of 0.01 from 0.01 to 0.99, found “0.425”'],
    ['buy yes 500 @ 42', 'Word 5: expected a price that is a multiple of 0.01 from 0.01 to 0.99, found “42”'],
    ['buy yes 500 0.42', 'Word 4: expected @ or on, found “0.42”'],
    ['buy yes 500 on', 'Next: words of a market’s name'],
    ['buy yes 500 on hill @ 0.42', 'Word 6: expected nothing more: the price comes before “on”, found “@”'],
    ['buy yes 500 on hill < 0.42', 'Word 6: expected words of a market’s name, found “<”'],
    ['buy on hill yes 500', 'Word 2: expected yes or no, found “on”'],
    ['buy yes 500 post', 'Next: @ and a price, which a post-only order needs'],
    ['buy yes 500 @ 0.42 post now', 'Word 7: expected on, found “now”'],
    ['sell yes no 5', 'Word 3: expected a size such as 500, 2k, 50% or $200, or all, found “no”'],
  ])('%s: %s', (text, problem) => {
    expect(commandOf(text)).toBe(problem);
  });
});

describe('other typed commands', () => {
  it.each([
    ['move 0.41', { kind: 'move', from: null, to: 410_000 }],
    ['move 0.40 to 0.41', { kind: 'move', from: 400_000, to: 410_000 }],
    ['cancel all', { kind: 'cancel', what: 'all' }],
    ['cancel bids', { kind: 'cancel', what: 'bids' }],
    ['flatten', { kind: 'flatten', what: 'market' }],
    ['flatten event', { kind: 'flatten', what: 'event' }],
    ['panic', { kind: 'panic' }],
    ['arm', { kind: 'arm' }],
  ])('%s', (text, command) => {
    expect(commandOf(text)).toEqual(command);
  });

  it.each([
    ['move', 'Next: a price such as 0.42'],
    ['move 0.40 by 2', 'Word 3: expected to or on, found “by”'],
    ['cancel', 'Next: all, market, event, bids, asks, yes or no'],
    ['cancel everything', 'Word 2: expected all, market, event, bids, asks, yes or no, found “everything”'],
    ['panic now', 'Word 2: expected nothing more, found “now”'],
    ['cancel all on hill', 'Word 3: expected nothing more, found “on”'],
  ])('%s: %s', (text, problem) => {
    expect(commandOf(text)).toBe(problem);
  });

  it.each([
    ['buy yes 500 @ 0.42 post on hill alliance', 'hill alliance'],
    ['sell all ON Rate-Cut', 'Rate-Cut'],
    ['move 0.40 to 0.41 on hill', 'hill'],
    ['cancel bids on $96,000', '$96,000'],
    ['flatten on hill', 'hill'],
    ['stop sell yes 500 @ 0.31 limit 0.30 on hill', 'hill'],
    ['dry run stop sell yes 500 @ 0.31 limit 0.30 on hill', 'hill'],
    ['buy yes 500', null],
  ])('names a market at its end: %s', (text, market) => {
    expect(read(text)).toMatchObject({ at: 'command', market });
  });

  it.each(['', '   ', 'bitcoin', 'buyer', 'yes', '500'])('is a search: “%s”', (text) => {
    expect(commandOf(text)).toBe('search');
  });
});

describe('the place of a market’s name that the text ends in', () => {
  it.each([
    ['buy yes 500 on', 14],
    ['buy yes 500 on ', 15],
    ['buy yes 500 @ 0.42 on hill al', 22],
    ['cancel bids on hill ', 15],
    ['stop sell yes 500 limit 0.30 if snow', 32],
    ['stop sell yes 500 @ 0.31 limit 0.30 if bid and sn', 47],
    ['oca buy yes 100 @ 0.40 or sn', 26],
    ['oca buy yes 100 @ 0.40 or castle hill', 26],
  ])('%s', (text, start) => {
    expect(read(text)).toMatchObject({ nameStart: start });
  });

  it.each([
    'buy yes 500',
    'buy yes 500 @ 0.42 ',
    'cancel ',
    'stop sell yes 500 limit 0.30 if snow bid >= 0.60',
    'oca buy yes 100 @ 0.40 or snow yes 50 @ 0.30',
  ])('is none in: %s', (text) => {
    expect(read(text)).toMatchObject({ nameStart: null });
  });
});

describe('completions', () => {
  it.each([
    ['b', ['buy', 'bracket']],
    ['buy', ['buy yes', 'buy no']],
    ['buy ', ['buy yes', 'buy no']],
    ['buy y', ['buy yes']],
    ['buy yes ', ['buy yes 100', 'buy yes 500', 'buy yes $100', 'buy yes 50%']],
    ['sell yes a', ['sell yes all']],
    ['buy yes 500 ', ['buy yes 500 @', 'buy yes 500 on']],
    ['buy yes 500 @ 0.42 p', ['buy yes 500 @ 0.42 post']],
    ['cancel a', ['cancel all', 'cancel asks']],
    ['flatten e', ['flatten event']],
    ['flatten event o', ['flatten event on']],
    ['panic', []],
  ])('of “%s”', (text, whole) => {
    expect(completionsOf(text)).toEqual(whole);
  });
});
