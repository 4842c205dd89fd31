import { describe, expect, it } from 'vitest';
import type { Action } from '#renderer/domain/actions.ts';
import type { Key } from '#renderer/domain/keys.ts';
import { actsAt } from '#renderer/shell/hotkeys/listen.ts';

const action = (reach?: Action['reach']): Action => ({
  id: 'view.any',
  title: 'Any',
  group: 'View',
  defaultKeys: [],
  ...(reach ? { reach } : {}),
  run: () => undefined,
});
const PAGE = { isTyping: false, isInDialog: false };
const FIELD = { isTyping: true, isInDialog: false };
const DIALOG = { isTyping: false, isInDialog: true };
const FIELD_IN_DIALOG = { isTyping: true, isInDialog: true };

describe('the keys of an action', () => {
  it('act neither while a person types nor over a dialog', () => {
    const acts = [PAGE, FIELD, DIALOG].map((place) => actsAt(action(), 'Mod+K' as Key, place));
    expect(acts).toEqual([true, false, false]);
  });

  it('act while a person types if the action says so and the key types nothing', () => {
    const places = [PAGE, FIELD, DIALOG, FIELD_IN_DIALOG];
    expect(places.map((place) => actsAt(action('typing'), 'Mod+K' as Key, place))).toEqual([true, true, false, false]);
    expect(actsAt(action('typing'), '?' as Key, FIELD)).toBe(false);
  });

  it('of an action that gets a trader out act everywhere', () => {
    const places = [PAGE, FIELD, DIALOG, FIELD_IN_DIALOG];
    expect(places.every((place) => actsAt(action('always'), 'F9' as Key, place))).toBe(true);
  });
});
