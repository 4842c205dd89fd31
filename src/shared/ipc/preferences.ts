/**
 * Preferences: what a trader chose about display, keys and sounds, with their possible values and defaults.
 *
 * Shape       One flat record; every value is parsed on its own.
 * Invariants  No preference changes what an order says: docs/display.md.
 */
import type { AlertTone } from '../alerts/kind.ts';

export const THEMES = ['dark', 'light', 'high-contrast'] as const;
/** 'colour-blind': yes is blue and no is orange, in every theme. */
export const PALETTES = ['standard', 'colour-blind'] as const;
export const DENSITIES = ['compact', 'normal', 'large'] as const;
/** Named by their example; the space is a narrow no-break one on screen. */
export const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1 234,56', "1'234.56"] as const;
/** 'exchange': UTC by the exchange's clock. */
export const TIME_ZONES = ['local', 'exchange'] as const;
/** 'system': as the operating system asks. */
export const MOTIONS = ['system', 'reduced'] as const;

/** What new stops and other exits take for a book that is not live, where they can. */
export const STAND_INS = ['wait', 'rest', 'underlying'] as const;

/** 'offered': at the foot of the window; 'ended': taken or declined. */
export const TOURS = ['offered', 'ended'] as const;

export type ThemeName = (typeof THEMES)[number];
export type Palette = (typeof PALETTES)[number];
export type Density = (typeof DENSITIES)[number];
export type NumberFormat = (typeof NUMBER_FORMATS)[number];
export type TimeZoneChoice = (typeof TIME_ZONES)[number];
export type StandInChoice = (typeof STAND_INS)[number];
export type Motion = (typeof MOTIONS)[number];

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

export interface Sound {
  readonly isOn: boolean;
  /** Per cent, 1 to 100. */
  readonly volume: number;
}

/** Which kinds of sounds are on, while sound is. */
export type SoundKinds = Readonly<Record<AlertTone, boolean>>;

export interface Notifications {
  readonly isOn: boolean;
  /** Amounts and prices of the account are in their text. */
  readonly showsAmounts: boolean;
}

export interface Preferences {
  readonly theme: ThemeName;
  readonly palette: Palette;
  readonly density: Density;
  readonly numberFormat: NumberFormat;
  readonly timeZone: TimeZoneChoice;
  readonly motion: Motion;
  readonly keys: KeyBindings;
  /** Disarms trading when the market of a ladder or ticket changes. */
  readonly disarmOnMarketChange: boolean;
  /** Trading keys act in fields too, and from panes that follow no market. */
  readonly tradeFromEverywhere: boolean;
  /** The key that flattens a market sends its orders without a preview. */
  readonly flattenAtOnce: boolean;
  /** The default of conditional orders that sell; each of them names its own. */
  readonly standIn: StandInChoice;
  readonly sound: Sound;
  readonly soundKinds: SoundKinds;
  /** Of the desktop, for alerts. */
  readonly notifications: Notifications;
  readonly tour: (typeof TOURS)[number];
  /** Typed orders that a key puts into the palette. */
  readonly templates: readonly OrderTemplate[];
}

export type PreferenceName = keyof Preferences;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'dark',
  palette: 'standard',
  density: 'normal',
  numberFormat: '1,234.56',
  timeZone: 'local',
  motion: 'system',
  keys: {},
  disarmOnMarketChange: true,
  tradeFromEverywhere: false,
  flattenAtOnce: false,
  standIn: 'wait',
  sound: { isOn: true, volume: 60 },
  soundKinds: { alert: true, fill: true, warning: true, error: true },
  notifications: { isOn: true, showsAmounts: false },
  tour: 'offered',
  templates: [],
};

export const PREFERENCE_NAMES = Object.keys(DEFAULT_PREFERENCES) as readonly PreferenceName[];

/** The answer to `preferences.load`. */
export interface LoadedPreferences {
  readonly preferences: Preferences;
  /** Stored values that were not readable when the terminal opened, and are the default now. */
  readonly replaced: readonly PreferenceName[];
  /** Name of the file that keeps stored workspaces as they were found, not all of them readable; null where they were. */
  readonly workspacesAside: string | null;
}
