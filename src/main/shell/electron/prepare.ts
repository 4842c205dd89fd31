/**
 * Preparation before Electron is ready: switches, environment, scheme, sandbox, folders, single instance.
 *
 * Source      docs/security-coverage.md#r1, #r38
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keepKnownVariables } from '../environment.ts';
import { FORBIDDEN_EXIT_CODE, OPTION_NAMES } from '../startOptions.ts';
import { type ElectronParts, SCHEME } from './parts.ts';

/** The program's own options, and switches of the browser that choose nothing but how a window is drawn. In lower case. */
const KNOWN_SWITCHES: ReadonlySet<string> = new Set([
  ...OPTION_NAMES,
  ...['ozone-platform', 'ozone-platform-hint', 'enable-wayland-ime', 'wayland-text-input-version'],
  ...['force-device-scale-factor', 'disable-gpu', 'high-dpi-support', 'force-color-profile'],
]);

/**
 * The first argument that a sealed program refuses, or null: a switch that is not known. Chromium accepts one dash or two, and on Windows a slash; `--` ends its switches and not those of every library.
 */
export function findForbiddenSwitch(argv: readonly string[], platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(?:--?|\/)/ : /^--?/;
  for (const argument of argv.slice(1)) {
    if (!prefix.test(argument)) continue;
    const name = (argument.replace(prefix, '').split('=', 1)[0] ?? '').toLowerCase();
    if (name !== '' && !KNOWN_SWITCHES.has(name)) return name;
  }
  return null;
}

/**
 * The program's own arguments: those after the program, or after the program's folder where `appPath` names it.
 * Switches of Electron and of a test driver come before that folder.
 */
export function readOwnArguments(argv: readonly string[], appPath: string | null): readonly string[] {
  if (appPath === null) return argv.slice(1);
  const at = argv.findIndex(
    (argument, index) => index > 0 && !argument.startsWith('-') && path.resolve(argument) === appPath,
  );
  return argv.slice(at === -1 ? 2 : at + 1);
}

/** True where developer tools and dangerous switches are refused: a packaged program, and every start on a live exchange. */
export function isSealed(app: Pick<ElectronParts['app'], 'isPackaged'>, isLive: boolean): boolean {
  return app.isPackaged || isLive;
}

/** Names the program to Windows, which shows the notifications of known programs only. */
const APP_ID = 'adyton.terminal';

export interface PrepareOptions {
  readonly argv: readonly string[];
  readonly env: Record<string, string | undefined>;
  readonly dataFolder: string;
  readonly platform: NodeJS.Platform;
  /** Path of the running program. */
  readonly execPath: string;
  /** The start is for a live exchange. */
  readonly isLive: boolean;
}

/** Call it first, before ready; answers false when the process is already exiting. */
export function prepareElectron(electron: ElectronParts, options: PrepareOptions): boolean {
  const { argv, env, dataFolder, platform, execPath, isLive } = options;
  const { app, protocol } = electron;
  if (isSealed(app, isLive) && findForbiddenSwitch(argv, platform) !== null) {
    app.exit(FORBIDDEN_EXIT_CODE);
    return false;
  }
  keepKnownVariables(env);
  app.enableSandbox();
  // Unpackaged, Electron's documentation names the binary itself.
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? APP_ID : execPath);
  // The page cannot resolve a name; main uses Node's resolver.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('lang', 'en-US');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataFolder);
  app.setPath('sessionData', path.join(dataFolder, 'electron'));
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return false;
  }
  return true;
}
