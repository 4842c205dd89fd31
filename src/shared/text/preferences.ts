/** Names of preferences and of their values, as the Settings pane and notices show them. */
import type {
  Density,
  Motion,
  NumberFormat,
  Palette,
  PreferenceName,
  StandInChoice,
  ThemeName,
  TimeZoneChoice,
} from '../ipc/preferences.ts';

export const PREFERENCE_LABELS: Readonly<Record<PreferenceName, string>> = {
  theme: 'Theme',
  palette: 'Colours of yes and no',
  density: 'Density',
  numberFormat: 'Numbers',
  timeZone: 'Times',
  motion: 'Motion',
  keys: 'Keys',
  disarmOnMarketChange: 'Disarm when the market changes',
  tradeFromEverywhere: 'Trading keys act from everywhere',
  flattenAtOnce: 'Flatten at once',
  standIn: 'Exits on a stale book',
  sound: 'Sound',
  soundKinds: 'Kinds of sounds',
  notifications: 'Desktop notifications',
  tour: 'Tour',
  templates: 'Templates of orders',
};

export const THEME_LABELS: Readonly<Record<ThemeName, string>> = {
  dark: 'Dark',
  light: 'Light',
  'high-contrast': 'High contrast',
};

export const PALETTE_LABELS: Readonly<Record<Palette, string>> = {
  standard: 'Green and red',
  'colour-blind': 'Blue and orange',
};

export const DENSITY_LABELS: Readonly<Record<Density, string>> = {
  compact: 'Compact',
  normal: 'Normal',
  large: 'Large',
};

export const NUMBER_FORMAT_LABELS: Readonly<Record<NumberFormat, string>> = {
  '1,234.56': '1,234.56',
  '1.234,56': '1.234,56',
  '1 234,56': '1\u202f234,56',
  "1'234.56": '1’234.56',
};

export const TIME_ZONE_LABELS: Readonly<Record<TimeZoneChoice, string>> = {
  local: 'Local time',
  exchange: 'Exchange time (UTC)',
};

export const STAND_IN_LABELS: Readonly<Record<StandInChoice, string>> = {
  wait: 'Wait',
  rest: 'Ask REST',
  underlying: 'Underlying',
};

export const MOTION_LABELS: Readonly<Record<Motion, string>> = {
  system: 'As the system asks',
  reduced: 'Reduced',
};
