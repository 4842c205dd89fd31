import { expect, it } from 'vitest';
import { parseStartOptions, StartError } from '#main/shell/startOptions.ts';
import { fitToDisplay } from '../../../src/cli/display.ts';

const NONE = { platform: 'linux', env: {} } as const;
const LIVE = ['--base-url', 'https://exchange.example', '--ws-base-url', 'wss://exchange.example'];

it('runs headless on Linux without a display', () => {
  expect(fitToDisplay(parseStartOptions([]), NONE).headless).toBe(true);
  expect(fitToDisplay(parseStartOptions([]), { platform: 'linux', env: { DISPLAY: '' } }).headless).toBe(true);
});

it.each([
  ['an X display', { platform: 'linux', env: { DISPLAY: ':0' } }],
  ['a Wayland display', { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' } }],
  ['macOS', { platform: 'darwin', env: {} }],
  ['Windows', { platform: 'win32', env: {} }],
] as const)('opens a window on %s', (_what, host) => {
  const options = parseStartOptions([]);
  expect(fitToDisplay(options, host)).toBe(options);
});

it.each([
  ['a live exchange', LIVE],
  ['the Electron shell', ['--shell', 'electron']],
])('refuses %s without a display', (_what, args) => {
  expect(() => fitToDisplay(parseStartOptions(args), NONE)).toThrow(StartError);
});
