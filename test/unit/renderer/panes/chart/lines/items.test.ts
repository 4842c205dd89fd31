import { expect, it } from 'vitest';
import type { AlertLine } from '#renderer/domain/alerts/alertLines.ts';
import { listAlertHandles } from '#renderer/panes/chart/lines/items.ts';
import { DEFAULT_TICK } from '#shared/market/tickGrid.ts';

it('keeps the digits of an alert between two ticks for the axis, in either outcome', () => {
  const lineOf = (level: number): AlertLine => {
    const condition = { kind: 'price', of: 'mid', side: 'yes', crosses: 'above', level } as const;
    const scope = { kind: 'market', market: 'rain' as never } as const;
    return { id: 'a', condition, terms: { condition, scope, repeat: null, expiresAtMs: null }, isWatched: true };
  };
  const textOf = (level: number, view: 'yes' | 'no') =>
    listAlertHandles([lineOf(level)], view, DEFAULT_TICK)[0]!.priceText;
  expect(textOf(612_500, 'yes')).toBe('0.6125');
  expect(textOf(612_500, 'no')).toBe('0.3875');
  expect(textOf(610_000, 'yes')).toBeUndefined();
});
