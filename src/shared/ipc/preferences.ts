/**
 * Preferences: what a trader chose about display, keys and sounds. Each is one declaration.
 *
 * Shape       One flat record; every value is parsed on its own. Type, schema, default, names and the rows of the Settings pane
 *             are derived from the declaration.
 * Invariants  No preference changes what an order says: docs/display.md.
 * Source      docs/decisions/0047-kinds.md
 */
import type { AlertTone } from '../alerts/kind.ts';
import { type ChoiceField, choice, type Field, FLAG, group, whole } from '../units/fields.ts';
import { DEFAULT_RECORDING, RECORDING_BOUNDS, type RecordingSettings } from './recording.ts';

/** Keys of actions by action id, such as `{ 'view.search': ['Mod+K'] }`; an action without an entry has its default keys. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>;

/** Typed orders kept for a key: at most so many, each of so many characters. */
export const MAX_TEMPLATES = 20;
export const MAX_TEMPLATE_CHARACTERS = 200;

export interface OrderTemplate {
  /** Names its action, whose key stays when others are removed. */
  readonly id: number;
  readonly text: string;
}

export interface Preference<T> {
  readonly label: string;
  readonly initial: T;
  /** Null: its schema is written in `preferenceSchemas`. */
  readonly field: Field<T> | null;
  /** Section of the Settings pane that shows it by its field; absent: the pane shows it in its own way. */
  readonly section?: SettingsSection;
  /** Beside the label; `text` of the label of an action's key, '' without one. */
  readonly note?: string | ActionNote;
}
interface ActionNote {
  readonly action: 'trading.flattenMarket';
  text(key: string): string;
}
type SettingsSection = 'display' | 'trading';
type WithoutField<T> = Omit<Preference<T>, 'field'>;

function chosen<const L extends Readonly<Record<string, string>>>(
  labels: L,
  preference: WithoutField<keyof L & string>,
): Preference<keyof L & string> & { readonly field: ChoiceField<keyof L & string> } {
  return { ...preference, field: choice(labels) };
}

function toggle(preference: WithoutField<boolean>): Preference<boolean> & { readonly field: Field<boolean> } {
  return declared(FLAG, preference);
}

function declared<T>(field: Field<T>, preference: WithoutField<T>): Preference<T> & { readonly field: Field<T> } {
  return { ...preference, field };
}

function undeclared<T>(preference: WithoutField<T>): Preference<T> & { readonly field: null } {
  return { ...preference, field: null };
}

/** Per cent. */
export const VOLUME_BOUNDS = { min: 1, max: 100 } as const;

export const PREFERENCES = {
  theme: chosen(
    { dark: 'Dark', light: 'Light', 'high-contrast': 'High contrast' },
    { label: 'Theme', initial: 'dark', section: 'display' },
  ),
  /** 'colour-blind': yes is blue and no is orange, in every theme. */
  palette: chosen(
    { standard: 'Green and red', 'colour-blind': 'Blue and orange' },
    { label: 'Colours of yes and no', initial: 'standard', section: 'display' },
  ),
  density: chosen(
    { compact: 'Compact', normal: 'Normal', large: 'Large' },
    { label: 'Density', initial: 'normal', section: 'display' },
  ),
  /** Named by their example; the space is a narrow no-break one on screen. */
  numberFormat: chosen(
    { '1,234.56': '1,234.56', '1.234,56': '1.234,56', '1 234,56': '1\u202f234,56', "1'234.56": '1’234.56' },
    {
      label: 'Numbers',
      initial: '1,234.56',
      section: 'display',
      note: 'Shown so everywhere; what you type has a point for decimals.',
    },
  ),
  /** 'exchange': UTC by the exchange's clock. */
  timeZone: chosen(
    { local: 'Local time', exchange: 'Exchange time (UTC)' },
    { label: 'Times', initial: 'local', section: 'display' },
  ),
  /** 'system': as the operating system asks. */
  motion: chosen(
    { system: 'As the system asks', reduced: 'Reduced' },
    { label: 'Motion', initial: 'system', section: 'display' },
  ),
  keys: undeclared<KeyBindings>({ label: 'Keys', initial: {} }),
  /** Disarms trading when the market of a ladder or ticket changes. */
  disarmOnMarketChange: toggle({
    label: 'Disarm when the market changes',
    initial: true,
    section: 'trading',
    note: 'Another market in a ladder or ticket then needs arming again.',
  }),
  /** Trading keys act in fields too, and from panes that follow no market. */
  tradeFromEverywhere: toggle({
    label: 'Trading keys act from everywhere',
    initial: false,
    section: 'trading',
    note: 'Also in a field, and from panes that follow no market: then on the market shown last.',
  }),
  /** The key that flattens a market sends its orders without a preview. */
  flattenAtOnce: toggle({
    label: 'Flatten at once',
    initial: false,
    section: 'trading',
    note: {
      action: 'trading.flattenMarket',
      text: (key) =>
        `${key === '' ? 'Its key' : key} sends the closing orders without a preview, where every book is live.`,
    },
  }),
  /** What new stops and other exits take for a book that is not live, where they can; each of them names its own. */
  standIn: chosen(
    { wait: 'Wait', rest: 'Ask REST', underlying: 'Underlying' },
    {
      label: 'Exits on a stale book',
      initial: 'wait',
      section: 'trading',
      note: 'For new conditional orders that sell; each says its own. Arming one that does not wait asks outside the page.',
    },
  ),
  sound: declared(group({ isOn: FLAG, volume: whole(VOLUME_BOUNDS.min, VOLUME_BOUNDS.max) }), {
    label: 'Sound',
    initial: { isOn: true, volume: 60 },
  }),
  /** Which kinds of sounds are on, while sound is. */
  soundKinds: declared<Readonly<Record<AlertTone, boolean>>>(
    group({ alert: FLAG, fill: FLAG, warning: FLAG, error: FLAG }),
    { label: 'Kinds of sounds', initial: { alert: true, fill: true, warning: true, error: true } },
  ),
  /** Of the desktop, for alerts. `showsAmounts`: amounts and prices of the account are in their text. */
  notifications: declared(group({ isOn: FLAG, showsAmounts: FLAG }), {
    label: 'Desktop notifications',
    initial: { isOn: true, showsAmounts: false },
  }),
  /** What is recorded of markets and account, and for how long: docs/recording.md. */
  recording: declared<RecordingSettings>(
    group({
      isOn: FLAG,
      keepDays: whole(RECORDING_BOUNDS.keepDays.min, RECORDING_BOUNDS.keepDays.max),
      maxGigabytes: whole(RECORDING_BOUNDS.maxGigabytes.min, RECORDING_BOUNDS.maxGigabytes.max),
    }),
    { label: 'Recording', initial: DEFAULT_RECORDING },
  ),
  /** 'offered': at the foot of the window; 'ended': taken or declined. */
  tour: chosen({ offered: 'Offered', ended: 'Ended' }, { label: 'Tour', initial: 'offered' }),
  /** Typed orders that a key puts into the palette. */
  templates: undeclared<readonly OrderTemplate[]>({ label: 'Templates of orders', initial: [] }),
} as const;

type Declared = typeof PREFERENCES;
export type PreferenceName = keyof Declared;
export type Preferences = { readonly [N in PreferenceName]: Declared[N] extends Preference<infer T> ? T : never };

export const PREFERENCE_NAMES = Object.keys(PREFERENCES) as readonly PreferenceName[];
// Each value is the initial one of its name.
export const DEFAULT_PREFERENCES = Object.fromEntries(
  PREFERENCE_NAMES.map((name) => [name, PREFERENCES[name].initial]),
) as unknown as Preferences;

export function listSection(section: SettingsSection): readonly PreferenceName[] {
  return PREFERENCE_NAMES.filter((name) => (PREFERENCES[name] as Preference<unknown>).section === section);
}

export const THEMES = PREFERENCES.theme.field.values;
export const PALETTES = PREFERENCES.palette.field.values;
export const NUMBER_FORMATS = PREFERENCES.numberFormat.field.values;
export const STAND_INS = PREFERENCES.standIn.field.values;

export type ThemeName = Preferences['theme'];
export type Palette = Preferences['palette'];
export type Density = Preferences['density'];
export type NumberFormat = Preferences['numberFormat'];
export type TimeZoneChoice = Preferences['timeZone'];
export type StandInChoice = Preferences['standIn'];
export type Motion = Preferences['motion'];
export type Sound = Preferences['sound'];
export type SoundKinds = Preferences['soundKinds'];
export type Notifications = Preferences['notifications'];

/** The answer to `preferences.load`. */
export interface LoadedPreferences {
  readonly preferences: Preferences;
  /** Stored values that were not readable when the terminal opened, and are the default now. */
  readonly replaced: readonly PreferenceName[];
  /** Name of the file that keeps stored workspaces as they were found, not all of them readable; null where they were. */
  readonly workspacesAside: string | null;
}
