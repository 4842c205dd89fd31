import { describe, expect, it } from 'vitest';
import {
  type AlertForm,
  buildAlertTerms,
  buildForm,
  hasRearm,
  listScopes,
  readAlertForm,
} from '#renderer/panes/alerts/form.ts';
import type { AlertTerms } from '#shared/alerts/alert.ts';
import { BTC } from '#test/unit/shared/alerts/makers.ts';

const PLACE = { market: BTC, eventId: 7, exchangeTimeMs: 1_000_000 };
type Part = Partial<Omit<AlertForm, 'values'>> & { readonly [word: string]: unknown };
const FORM_KEYS = Object.keys(buildForm(null));

/** The form of a price alert with other values, by the words of the fields. */
function fill(part: Part): AlertForm {
  const form = buildForm(600_000);
  const typed = Object.entries(part).filter(([word]) => !FORM_KEYS.includes(word));
  return { ...form, ...part, values: { ...form.values, ...(Object.fromEntries(typed) as AlertForm['values']) } };
}
const build = (part: Part, place = PLACE) => buildAlertTerms(fill(part), place);

describe('form of an alert', () => {
  it('begins with the price of the market', () => {
    expect(buildForm(605_000).values.level).toBe('0.605');
    expect(build({})).toEqual({
      terms: {
        condition: { kind: 'price', of: 'mid', side: 'yes', crosses: 'above', level: 600_000 },
        scope: { kind: 'market', market: BTC },
        repeat: null,
        expiresAtMs: null,
      },
    });
  });

  it.each<[Part, string]>([
    [{ level: 'x' }, 'level'],
    [{ level: '1' }, 'level'],
    [{ kind: 'volume', level: '5', seconds: '0' }, 'seconds'],
    [{ kind: 'timeToClose', minutes: '' }, 'minutes'],
    [{ kind: 'stream', seconds: '1.5' }, 'seconds'],
    [{ kind: 'order', turns: [] }, 'turns'],
    [{ repeats: true, pauseSeconds: '1' }, 'pauseSeconds'],
    [{ repeats: true, rearmBy: '' }, 'rearmBy'],
    [{ repeats: true, rearmBy: '0.7' }, 'rearmBy'],
    [{ hours: '0' }, 'hours'],
  ])('names the field of %j', (part, field) => {
    expect(build(part)).toMatchObject({ field });
  });

  it('needs a market, or an event, where its scope says so', () => {
    expect(buildAlertTerms(buildForm(600_000), { ...PLACE, market: null })).toMatchObject({ field: 'scope' });
    expect(build({ scope: 'event' })).toMatchObject({ terms: { scope: { kind: 'event', eventId: 7 } } });
    expect(build({ kind: 'balance', level: '1,500' })).toMatchObject({
      terms: { scope: { kind: 'any' }, condition: { level: 1_500_000_000 } },
    });
    expect(listScopes(fill({ kind: 'stream', stream: 'account' }))).toEqual(['any']);
    expect(hasRearm({ kind: 'fill', repeats: true })).toBe(false);
  });

  it('shows an alert as it was made', () => {
    const all: readonly Part[] = [
      { of: 'bid', side: 'no', crosses: 'below' },
      { kind: 'spread', level: '0.03' },
      { kind: 'volume', level: '500', seconds: '90' },
      { kind: 'fill', scope: 'any' },
      { kind: 'order', turns: ['unknown'] },
      { kind: 'balance', level: '500' },
      { kind: 'timeToClose', minutes: '30' },
      { kind: 'stream', seconds: '20' },
      { kind: 'rules' },
      { repeats: true, pauseSeconds: '300', rearmBy: '0.02', hours: '8' },
    ];
    for (const part of all) {
      const built = build(part) as { readonly terms: AlertTerms };
      expect(buildAlertTerms(readAlertForm(built.terms, PLACE.exchangeTimeMs), PLACE)).toEqual(built);
    }
  });
});
