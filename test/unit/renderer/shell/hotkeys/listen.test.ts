import { describe, expect, it } from 'vitest';
import type { Action } from '#renderer/domain/keys/actions.ts';
import { checkKey } from '#renderer/domain/keys/keyEdits.ts';
import { KEY_PRESETS } from '#renderer/domain/keys/keyPresets.ts';
import { type Key, type KeyPress, parseKey, readKeys } from '#renderer/domain/keys/keys.ts';
import { buildDockActions } from '#renderer/shell/dock/dockActions.ts';
import { EXIT_ACTIONS } from '#renderer/shell/exits/actions.ts';
import { actsAt } from '#renderer/shell/hotkeys/listen.ts';
import { listPaneActions, SHELL_ACTIONS } from '#renderer/shell/hotkeys/shellActions.ts';
import { PANES } from '#renderer/shell/registry.ts';
import { WORKSPACE_ACTIONS } from '#renderer/shell/workspaces/commands.ts';
import { LAYOUTS, type Layout } from '#test/fixtures/renderer/layouts.ts';

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

const PANE_LIST = [...PANES.values()];
const ACTIONS: readonly Action[] = [
  ...SHELL_ACTIONS,
  ...EXIT_ACTIONS,
  ...WORKSPACE_ACTIONS,
  ...buildDockActions({} as Parameters<typeof buildDockActions>[0]),
  ...listPaneActions(PANE_LIST),
  ...PANE_LIST.flatMap(({ name, actions }) => actions?.(name) ?? []),
];
/** Every default key and every key of a preset. */
const KEYS: readonly Key[] = [
  ...new Set([
    ...ACTIONS.flatMap(({ defaultKeys }) => defaultKeys),
    ...KEY_PRESETS.flatMap(({ keys }) => Object.values(keys).flat()),
  ]),
].map((text) => parseKey(text)!);

interface Stroke extends KeyPress {
  /** Whether a text field would get a character from it, or an accent for the next one. */
  readonly typesText: boolean;
}

type Held = 'shift' | 'alt' | 'mod' | 'altGr';

/** What the browser tells of a press of a key that types something. */
function press(layout: Layout, code: string, held: readonly Held[]): Stroke | null {
  const has = (one: Held): boolean => held.includes(one);
  const isOption = layout.isMac && has('alt');
  const layers = has('altGr') || isOption ? [layout.alt, layout.altShift] : [layout.plain, layout.shift];
  // Command leaves the small letter.
  const isShifted = has('shift') && !(layout.isMac && has('mod'));
  const key = (isShifted ? layers[1] : layers[0])!.get(code) ?? (isOption ? layout.plain.get(code) : undefined);
  if (key === undefined) return null;
  return {
    key,
    code,
    ctrlKey: has('mod') && !layout.isMac,
    metaKey: has('mod') && layout.isMac,
    altKey: has('alt'),
    shiftKey: has('shift'),
    getModifierState: (name) => name === 'AltGraph' && has('altGr'),
    typesText: !has('mod') && (!has('alt') || layout.isMac),
  };
}

/** Every way in which a person types `key`, from what is printed on the keyboard. */
function strokes(layout: Layout, key: Key): readonly Stroke[] {
  const parts = key.split('+');
  const name = parts.at(-1)!;
  const held = parts.slice(0, -1).map((one) => one.toLowerCase() as Held);
  const pad = /^Num(.+)$/.exec(name)?.[1];
  if (name.length > 1) {
    const typed =
      pad === undefined ? name : ({ Decimal: ',', Add: '+', Subtract: '-', Multiply: '*', Divide: '/' }[pad] ?? pad);
    const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    const modifiers = {
      ctrlKey: held.includes('mod') && !layout.isMac,
      metaKey: held.includes('mod') && layout.isMac,
      altKey: held.includes('alt'),
      shiftKey: held.includes('shift'),
    };
    return [
      {
        ...none,
        ...modifiers,
        key: typed,
        code: pad === undefined ? name : `Numpad${pad}`,
        typesText: pad !== undefined,
      },
    ];
  }
  const codes = [...layout.plain.keys()];
  // With a modifier the digit that is printed on the key counts, also where it needs Shift alone.
  if (/\d/.test(name) && held.length > 0) return [press(layout, `Digit${name}`, held)!];
  const wanted = name.toLowerCase();
  const ways: readonly (readonly Held[])[] =
    /\p{L}/u.test(name) || held.length > 0 ? [[]] : [[], ['shift'], ...(layout.isMac ? [] : [['altGr'] as const])];
  return ways.flatMap((extra) =>
    codes
      .filter((code) => {
        const layers = extra.includes('altGr') ? layout.alt : extra.includes('shift') ? layout.shift : layout.plain;
        return layers.get(code)?.toLowerCase() === wanted;
      })
      .flatMap((code) => press(layout, code, [...held, ...extra]) ?? []),
  );
}

describe.each(LAYOUTS)('on a keyboard of the layout $name', (layout) => {
  it.each(KEYS)('%s is typed, and starts its action', (key) => {
    const found = strokes(layout, key);
    expect(found.length).toBeGreaterThan(0);
    for (const stroke of found) expect(readKeys(stroke, layout.isMac, layout.plain), stroke.code).toContain(key);
  });

  it('the letters of Alt are found too where the browser does not tell what is printed on the keys', () => {
    const [stroke] = strokes(layout, 'Alt+X' as Key);
    expect(readKeys(stroke!, layout.isMac, new Map())).toContain('Alt+X');
  });

  it('a digit is typed with and without the Shift that the layout asks for', () => {
    for (const shift of [[], ['shift']] as const) {
      const stroke = press(layout, 'Digit1', shift)!;
      if (stroke.key === '1' || shift.length === 0) expect(readKeys(stroke, layout.isMac, layout.plain)).toContain('1');
    }
  });

  it('a press that types a character acts in no field, and one that types none acts there', () => {
    const held: readonly (readonly Held[])[] = [
      [],
      ['shift'],
      ['alt'],
      ['alt', 'shift'],
      ['altGr'],
      ['altGr', 'shift'],
      ['mod'],
      ['mod', 'shift'],
      ['mod', 'alt'],
    ];
    for (const code of layout.plain.keys()) {
      for (const modifiers of held) {
        if (modifiers.includes('altGr') && layout.isMac) continue;
        const stroke = press(layout, code, modifiers);
        if (stroke === null) continue;
        for (const key of readKeys(stroke, layout.isMac, layout.plain)) {
          for (const reach of ['always', 'typing', undefined] as const) {
            const acts = actsAt(action(reach), key, FIELD, layout.isMac);
            expect(acts, `${modifiers.join(' ')} ${code} ${stroke.key} as ${key}`).toBe(
              reach !== undefined && !stroke.typesText,
            );
          }
        }
      }
    }
  });
});

describe('a key that types a character on a Mac', () => {
  it('is refused for an action that acts everywhere, and free for one that waits for the field to be left', () => {
    const check = (reach: Action['reach']) => checkKey('Alt+X' as Key, action(reach), [], new Set(), {}, true).at;
    expect(check('always')).toBe('reserved');
    expect(check('typing')).toBe('free');
  });
});
