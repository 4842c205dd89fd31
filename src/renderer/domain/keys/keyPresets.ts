/**
 * Key presets: sets of bindings to choose from, what one of them would change, and the bindings before the last choice.
 *
 * Invariants  A preset gives a key to one action only. An action that needs a key keeps one.
 * Source      docs/manual/keyboard.md has the keys of each preset.
 */
import { create } from 'zustand';
import type { KeyBindings } from '#shared/ipc/preferences.ts';
import type { Action } from './actions.ts';
import { keysOf } from './hotkeys.ts';
import type { Key } from './keys.ts';

export interface KeyPreset {
  readonly name: string;
  readonly about: string;
  readonly keys: KeyBindings;
}

export const KEY_PRESETS: readonly KeyPreset[] = [
  { name: 'Standard', about: 'Function keys get you out, single letters work on the ladder', keys: {} },
  {
    name: 'Without function keys',
    about: 'For keyboards whose function keys need another key',
    keys: {
      'trading.arm': ['Mod+Shift+A'],
      'trading.panic': ['Mod+Shift+P'],
      'trading.cancelAll': ['Mod+Shift+X'],
      'trading.cancelMarket': ['Alt+X'],
      'trading.flattenMarket': ['Alt+Shift+X'],
      'panes.help': ['Alt+H'],
      'panes.next': ['Alt+PageDown'],
      'panes.previous': ['Alt+PageUp'],
    },
  },
  {
    name: 'Left hand',
    about: 'The left hand trades on the ladder without a modifier key while the right hand has the mouse',
    keys: {
      'trading.arm': ['F2'],
      'trading.cancelAll': ['F3'],
      'trading.panic': ['F4'],
      'trading.cancelMarket': ['Alt+X'],
      'trading.cancelMarketBids': ['Alt+Q'],
      'trading.cancelMarketAsks': ['Alt+E'],
      'trading.flattenMarket': ['X'],
      'ladder.joinBid': ['Q'],
      'ladder.liftAsk': ['A'],
      'ladder.joinAsk': ['E'],
      'ladder.hitBid': ['D'],
      'ladder.centre': ['W'],
      'ladder.follow': ['F'],
      'ladder.outcome': ['R'],
    },
  },
  {
    name: 'Numeric pad',
    about: 'The pad trades on the ladder: buys at its left, sales at its right, sizes on the operators',
    keys: {
      'ladder.joinBid': ['Num4'],
      'ladder.liftAsk': ['Num7'],
      'ladder.joinAsk': ['Num6'],
      'ladder.hitBid': ['Num9'],
      'ladder.centre': ['Num5'],
      'ladder.stop': ['Num2'],
      'ladder.follow': ['Num8'],
      'ladder.outcome': ['Num0'],
      'ladder.size1': ['1', 'NumDivide'],
      'ladder.size2': ['2', 'NumMultiply'],
      'ladder.size3': ['3', 'NumSubtract'],
      'ladder.size4': ['4', 'NumAdd'],
      'trading.flattenMarket': ['NumDecimal'],
      'panes.orders': ['Num1'],
      'panes.positions': ['Num3'],
    },
  },
];

export interface KeyChange {
  readonly action: Action;
  readonly before: readonly Key[];
  readonly after: readonly Key[];
  /** It has a key now and would have none. */
  readonly losesKey: boolean;
}

/** Every action whose keys would change, those that would be left without one first. */
export function listKeyChanges(actions: readonly Action[], now: KeyBindings, next: KeyBindings): readonly KeyChange[] {
  const changes = actions.flatMap((action): KeyChange[] => {
    const before = keysOf(action, now);
    const after = keysOf(action, next);
    if (before.join(' ') === after.join(' ')) return [];
    return [{ action, before, after, losesKey: before.length > 0 && after.length === 0 }];
  });
  return [...changes.filter(({ losesKey }) => losesKey), ...changes.filter(({ losesKey }) => !losesKey)];
}

export function isPreset(bindings: KeyBindings, { keys }: KeyPreset): boolean {
  const written = (of: KeyBindings): string => JSON.stringify(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
  return written(bindings) === written(keys);
}

/** Actions with keys of the trader's own: their keys in force, or null for a key of a preset that was reset. */
export type OwnKeys = ReadonlyMap<string, KeyBindings[string] | null>;

/** What the bindings set otherwise than the preset that they are nearest to. */
export function listOwnKeys(bindings: KeyBindings): OwnKeys {
  const differing = KEY_PRESETS.map(({ keys }) =>
    [...new Set([...Object.keys(bindings), ...Object.keys(keys)])].filter(
      (id) => JSON.stringify(bindings[id]) !== JSON.stringify(keys[id]),
    ),
  );
  const nearest = differing.reduce((best, ids) => (ids.length < best.length ? ids : best));
  return new Map(nearest.map((id) => [id, bindings[id] ?? null]));
}

/** The keys of a preset with own keys in place of its own; a key that both give belongs to the trader's action. */
export function addOwnKeys({ keys }: KeyPreset, own: OwnKeys): KeyBindings {
  const taken = new Set([...own.values()].flatMap((list) => list ?? []));
  const free = Object.entries(keys)
    .filter(([id]) => !own.has(id))
    .map(([id, list]) => [id, list.filter((key) => !taken.has(key))] as const);
  const kept = [...own].flatMap(([id, list]) => (list === null ? [] : [[id, list] as const]));
  return Object.fromEntries([...free, ...kept]);
}

/** The bindings before the last preset or reset of all; null when there was none since the window opened. */
export const useKeysBefore = create<{ readonly bindings: KeyBindings | null }>(() => ({ bindings: null }));
