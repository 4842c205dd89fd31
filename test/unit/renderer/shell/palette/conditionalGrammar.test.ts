import { describe, expect, it } from 'vitest';
import { type ConditionalForm, writeForm } from '#renderer/domain/conditionals/conditionalForm.ts';
import { describeProblem, parseCommand } from '#renderer/shell/palette/grammar.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

function formOf(text: string): ConditionalForm | string {
  const parsed = parseCommand(text, DEFAULT_TICK);
  if (parsed.at === 'search') return 'search';
  if (parsed.at !== 'command') return describeProblem(parsed);
  return parsed.command.kind === 'conditional' ? parsed.command.form : parsed.command.kind;
}

/** What the text becomes with each completion. */
function completionsOf(text: string): readonly string[] {
  const parsed = parseCommand(text, DEFAULT_TICK);
  if (parsed.at !== 'command' && parsed.at !== 'open') return [];
  return parsed.completions.map((one) => `${text.slice(0, one.start)}${one.text}`);
}

const STOP: ConditionalForm = {
  kind: 'stop',
  direction: 'sell',
  side: 'yes',
  size: '500',
  source: null,
  fields: { trigger: '0.31', limit: '0.30' },
};

describe('a written form', () => {
  it.each([
    'stop sell yes 500 @ 0.31 limit 0.30',
    'stop sell yes 500 @ 0.31 limit 0.30 if bid',
    'stop sell yes 500 limit 0.30 if underlying <= 95000 when btc >= 96000',
    'stop sell yes 500 limit 0.30 if snow no ask <= 0.40 held 10s',
    'stop sell yes 500 @ 0.31 limit 0.30 held 10s if bid and btc <= 95000 and snow bid >= 0.60 when eth >= 3500 or mid >= 0.50',
    'profit sell yes 500 @ 0.60 if bid',
    'stop sell yes 500 @ 0.31 limit 0.30 stale rest',
    'trail sell yes 500 by 3t limit 2t worst 0.20 stale btc-usd <= 94000',
    'profit sell yes 500 @ 0.60 touch 0.62 held 5s if last or snow bid >= 0.60',
    'profit sell yes 500 @ 0.60 if underlying >= 97000',
    'timed buy yes 500 @ 0.42 kill 30s',
    'chase buy yes 500 worst 0.45 over 5m moves 20 within 10t then rest',
    'oco sell all tp 0.60 stop 0.31 limit -1t worst 0.25 flip 2t for 8h',
    'trail sell yes 50% by 5% limit 2t worst bid-20t from average+10t',
    'bracket buy no $200 @ 0.42 tp 0.60 stop -6t limit -1t',
    'bracket buy yes 500 @ 0.42 tp 0.60 limit 0.30 if underlying <= 95000',
    'scale sell all from ask to ask+10t in 5 for 8h',
    'oca buy yes 100 @ 0.40 or snow no 50 @ 0.30 or no 20 @ 0.50 mode race for 2h',
    'oca buy yes 100 @ 0.40 or hill alliance yes 50 @ 0.30',
    'oca sell yes 100 @ 0.60 or snow yes 50 @ 0.70 when snow bid >= 0.60 or btc >= 96000',
    'offset buy yes 100 @ 0.40 by 2t,4t batch 30',
    'twap sell yes 500 over 1h in 12 worst bid-5t price cross then rest',
  ])('of “%s” types it again', (text) => {
    const form = formOf(text) as ConditionalForm;
    expect(writeForm(form)).toBe(text);
    expect(formOf(writeForm(form))).toEqual(form);
  });
});

describe('a typed conditional order', () => {
  it.each<[string, ConditionalForm]>([
    ['stop sell yes 500 @ 0.31 limit 0.30', STOP],
    ['stop sell yes 500 @ 0.31 limit 0.30 if bid <= 0.31', { ...STOP, source: 'bid' }],
    ['stop sell yes 500 limit 0.30 if bid<=0.31', { ...STOP, source: 'bid' }],
    ['stop sell yes 500 @ 0.31 if last limit 0.30', { ...STOP, source: 'last' }],
    ['STOP 500 Yes sell@0.31 limit 0.30', STOP],
    [
      'stop sell all @ bid-3t limit -2t',
      { ...STOP, side: null, size: 'all', fields: { trigger: 'bid-3t', limit: '-2t' } },
    ],
    [
      'stop buy no 200 @ 0.70 limit 0.72 if ask >= 0.70 for 8h',
      {
        ...STOP,
        direction: 'buy',
        side: 'no',
        size: '200',
        source: 'ask',
        fields: { trigger: '0.70', limit: '0.72', expiry: '8h' },
      },
    ],
    [
      'stop sell yes 500 limit 0.30 if snow bid >= 0.60',
      { ...STOP, source: 'other', fields: { trigger: 'snow bid >= 0.60', limit: '0.30' } },
    ],
    [
      'stop sell yes 500 limit 0.30 if Hill Alliance no bid >= 0.60',
      { ...STOP, source: 'other', fields: { trigger: 'hill alliance no bid >= 0.60', limit: '0.30' } },
    ],
    [
      'profit yes 500 @ 0.60 if bid >= 0.61',
      { ...STOP, kind: 'takeProfit', source: 'bid', fields: { target: '0.60', trigger: '0.61' } },
    ],
    ['profit yes 500 @ 0.60', { ...STOP, kind: 'takeProfit', fields: { target: '0.60' } }],
    [
      'trail sell yes 500 by 3t limit 2t worst 0.20',
      { ...STOP, kind: 'trailing', fields: { distance: '3t', cap: '2t', worst: '0.20' } },
    ],
    [
      'trail sell yes 50% by 5% limit 2t worst bid-20t from average+10t',
      {
        ...STOP,
        kind: 'trailing',
        size: '50%',
        fields: { distance: '5%', cap: '2t', worst: 'bid-20t', activation: 'average+10t' },
      },
    ],
    [
      'stop sell yes 500 limit 0.30 worst 0.25 if underlying <= 95000 when eth >= 3500.5',
      {
        ...STOP,
        source: 'underlying',
        fields: { trigger: '95000', limit: '0.30', worst: '0.25', when: 'eth >= 3500.5' },
      },
    ],
    [
      'timed buy yes 500 @ 0.42 for 10m',
      { ...STOP, kind: 'goodTill', direction: 'buy', fields: { price: '0.42', expiry: '10m' } },
    ],
    [
      'scale sell yes 500 from 0.50 to 0.60 in 5',
      { ...STOP, kind: 'scale', fields: { price: '0.50', target: '0.60', count: '5' } },
    ],
    ['iceberg sell yes 500 @ 0.42 clip 50', { ...STOP, kind: 'iceberg', fields: { price: '0.42', clip: '50' } }],
    [
      'twap buy yes 500 over 10m in 10 worst 0.45',
      { ...STOP, kind: 'twap', direction: 'buy', fields: { length: '10m', count: '10', worst: '0.45' } },
    ],
    [
      'chase buy yes 500 worst 0.45 over 5m',
      { ...STOP, kind: 'chase', direction: 'buy', fields: { worst: '0.45', length: '5m' } },
    ],
    [
      'close sell yes 500 before 5m limit 0.30',
      { ...STOP, kind: 'closeBefore', fields: { before: '5m', limit: '0.30' } },
    ],
    [
      'oco sell yes 500 tp 0.60 stop 0.31 limit 0.30',
      { ...STOP, kind: 'oco', fields: { target: '0.60', trigger: '0.31', limit: '0.30' } },
    ],
    [
      'bracket buy yes 500 @ 0.42 tp 0.60 stop 0.31 limit 0.30',
      {
        ...STOP,
        kind: 'bracket',
        direction: 'buy',
        fields: { price: '0.42', target: '0.60', trigger: '0.31', limit: '0.30' },
      },
    ],
  ])('%s', (text, form) => {
    expect(formOf(text)).toEqual(form);
  });

  it.each([
    ['stop', 'Next: sell or buy'],
    ['stop hold', 'Word 2: expected sell or buy, found “hold”'],
    ['stop buy 500 @ 0.3', 'Word 4: expected yes or no: a buy names its outcome, found “@”'],
    ['stop sell', 'Next: yes, no, or a size such as 500, 2k, 50% or $200, or all'],
    ['stop sell yes', 'Next: a size such as 500, 2k, 50% or $200, or all'],
    ['stop sell yes 500', 'Next: @ and a price such as 0.31 or bid-3t'],
    ['stop sell yes 500 @ 0.31', 'Next: limit and a price such as 0.31 or bid-3t'],
    [
      'stop sell yes 500 @ 0.315 limit 0.30',
      'Word 6: expected a price that is a multiple of 0.01 from 0.01 to 0.99, found “0.315”',
    ],
    ['stop sell yes 500 @ bid-3 limit 0.30', 'Word 6: expected a price such as 0.31 or bid-3t, found “bid-3”'],
    ['stop sell yes 500 @ 0.31 limit 0.30 if bid >= 0.31', 'Word 11: expected <=, found “>=”'],
    // The stop of a bracket sells what it bought.
    ['bracket buy yes 500 @ 0.42 tp 0.60 stop 0.31 limit 0.30 if ask >= 0.31', 'Word 15: expected <=, found “>=”'],
    ['stop sell yes 500 @ 0.31 limit 0.30 if bid <= 0.32', 'Word 12: expected 0.31, the trigger above, found “0.32”'],
    ['stop sell yes 500 limit 0.30 if mid', 'Next: <= and a price such as 0.31 or bid-3t'],
    ['stop sell yes 500 limit 0.30 if snow', 'Next: >= or <=, or bid, ask, last or mid'],
    ['stop sell yes 500 limit 0.30 if snow no', 'Next: a condition such as BTC-USD >= 96000 or snow bid >= 0.60'],
    ['stop sell yes 500 limit 0.30 if snow bid', 'Next: >= or <='],
    [
      'stop sell yes 500 limit 0.30 if snow bid >= 0.605',
      'Word 11: expected a price that is a multiple of 0.01 from 0.01 to 0.99, found “0.605”',
    ],
    ['stop sell yes 500 limit 0.30 if snow bid >= 0.60 held', 'Next: a time such as 10m or 1h30m'],
    [
      'stop sell yes 500 @ 0.31 limit 0.30 if snow bid >= 0.60',
      'Word 10: expected ask, bid, last, mid or underlying, or a condition, found “snow”',
    ],
    ['timed buy yes 500 @ 0.42', 'Next: for and a time such as 10m or 1h30m'],
    ['twap buy yes 500 over 10m in 10 worst 0.45 then stay', 'Word 12: expected report, rest or cross, found “stay”'],
    [
      'stop sell yes 500 @ 0.31 limit 0.30 limit 0.29',
      'Word 9: expected worst, stale, held, and, or, for, when, if or on, found “limit”',
    ],
    ['stop sell yes 500 @ 0.31 limit 0.30 for soon', 'Word 10: expected a time such as 10m or 1h30m, found “soon”'],
    ['chase buy yes 500 worst 0.45 over 5m moves 1000', 'Word 10: expected a whole number from 1 to 500, found “1000”'],
    ['chase buy yes 500 worst 0.45 over 5m moves many', 'Word 10: expected a whole number such as 5, found “many”'],
    ['twap buy yes 500 over 10m in 1', 'Word 8: expected a whole number from 2 to 200, found “1”'],
    ['scale sell yes 500 from 0.50 to 0.60 in 21', 'Word 10: expected a whole number from 2 to 20, found “21”'],
    ['twap buy yes 500 over 1s', 'Word 6: expected a time from 5s to 30d, found “1s”'],
    ['timed buy yes 500 @ 0.42 kill 31d', 'Word 8: expected a time from 1s to 30d, found “31d”'],
    ['stop sell yes 500 @ 0.31 limit 0.30 held 2h', 'Word 10: expected a time from 1s to 1h, found “2h”'],
    ['trail sell yes 500 by 0.03 limit 2t', 'Word 6: expected a distance such as 3t or 2%, found “0.03”'],
    [
      'profit buy yes 500 @ 0.6',
      'Word 2: expected yes, no, or a size such as 500, 2k, 50% or $200, or all, found “buy”',
    ],
    ['bracket buy yes all @ 0.42', 'Word 4: expected a size such as 500, 2k, 50% or $200, found “all”'],
  ])('%s: %s', (text, problem) => {
    expect(formOf(text)).toBe(problem);
  });

  it('completes its words in the order in which they are needed', () => {
    expect(completionsOf('sto')).toEqual(['stop']);
    expect(completionsOf('stop sell yes 500 ')).toEqual([
      'stop sell yes 500 @',
      'stop sell yes 500 limit',
      'stop sell yes 500 worst',
      'stop sell yes 500 stale',
      'stop sell yes 500 held',
      'stop sell yes 500 and',
      'stop sell yes 500 or',
      'stop sell yes 500 for',
      'stop sell yes 500 when',
      'stop sell yes 500 if',
    ]);
    expect(completionsOf('stop sell yes 500 @ 0.31 l')).toEqual(['stop sell yes 500 @ 0.31 limit']);
    expect(completionsOf('stop sell yes 500 @ 0.31 limit 0.30 ')).toEqual([
      'stop sell yes 500 @ 0.31 limit 0.30 worst',
      'stop sell yes 500 @ 0.31 limit 0.30 stale',
      'stop sell yes 500 @ 0.31 limit 0.30 held',
      'stop sell yes 500 @ 0.31 limit 0.30 and',
      'stop sell yes 500 @ 0.31 limit 0.30 or',
      'stop sell yes 500 @ 0.31 limit 0.30 for',
      'stop sell yes 500 @ 0.31 limit 0.30 when',
      'stop sell yes 500 @ 0.31 limit 0.30 if',
      'stop sell yes 500 @ 0.31 limit 0.30 on',
    ]);
    expect(completionsOf('stop sell yes 500 @ 0.31 limit 0.30 if m')).toEqual([
      'stop sell yes 500 @ 0.31 limit 0.30 if mid',
    ]);
  });
});

describe('legs and steps', () => {
  it('say which word was expected', () => {
    expect(formOf('oca buy yes 100 @ 0.40')).toContain('a leg such as snow yes 50 @ 0.30');
    expect(formOf('oca buy yes 100 @ 0.40 or')).toContain('a leg such as snow yes 50 @ 0.30');
    expect(formOf('oca buy yes 100 @ 0.40 or snow')).toContain('yes or no');
    expect(formOf('oca buy yes 100 @ 0.40 or snow 50')).toContain('yes or no');
    expect(formOf('oca buy yes 100 @ 0.40 or snow yes')).toContain('contracts such as 50');
    expect(formOf('oca buy yes 100 @ 0.40 or snow yes 50 0.30')).toContain('@');
    expect(formOf('oca buy yes 100 @ 0.40 or snow yes 50 @ 0.301')).toContain('price');
    expect(formOf('offset buy yes 100 @ 0.40')).toContain('ticks such as 2t,4t');
  });

  it('complete what a command still needs', () => {
    expect(completionsOf('oca buy yes 100 @ 0.40 or snow yes 50 @ 0.30 mode ')).toEqual(
      expect.arrayContaining(['oca buy yes 100 @ 0.40 or snow yes 50 @ 0.30 mode race']),
    );
    expect(completionsOf('offset buy yes 100 @ 0.40 ')).toContain('offset buy yes 100 @ 0.40 by');
  });
});
