/**
 * Preparation before Electron is ready: switches, environment, scheme, sandbox, folders, single instance.
 *
 * Source      docs/security-coverage.md#r1, #r38
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { removeDangerousVariables } from '../environment.ts';
import { FORBIDDEN_EXIT_CODE } from '../startOptions.ts';
import { type ElectronParts, SCHEME } from './parts.ts';

const FORBIDDEN_SWITCHES: readonly RegExp[] = [
  /^remote-debugging-/,
  /^remote-allow-origins$/,
  /^inspect/,
  /^js-flags$/,
  /^no-sandbox$/,
  /^disable-(gpu-|setuid-|seccomp-filter-)?sandbox$/,
  /^disable-web-security$/,
  /^disable-site-isolation/,
  /^(disable-extensions-except|load-extension)$/,
  /^proxy-/,
  /^ignore-certificate-errors/,
  /^allow-running-insecure-content$/,
  /^allow-insecure-localhost$/,
  /^host-(resolver-)?rules$/,
  /^user-data-dir$/,
  /^ssl-key-log-file$/,
  /^log-net-log$/,
  /^(gpu|ppapi-plugin)-launcher$/,
  /^(renderer|utility|plugin)-cmd-prefix$/,
  /^browser-subprocess-path$/,
  /^single-process$/,
  /^in-process-gpu$/,
  /^disable-namespace-sandbox$/,
  /^auto-open-devtools-for-tabs$/,
  /^(gpu|renderer|utility)-startup-dialog$/,
];

/** The first argument that a packaged program refuses, or null. Chromium accepts one dash or two. */
export function findForbiddenSwitch(argv: readonly string[]): string | null {
  for (const argument of argv.slice(1)) {
    const name = /^(?:--?|\/)([A-Za-z][\w-]*)/.exec(argument)?.[1]?.toLowerCase();
    if (name !== undefined && FORBIDDEN_SWITCHES.some((pattern) => pattern.test(name))) return name;
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
  if (isSealed(app, isLive) && findForbiddenSwitch(argv) !== null) {
    app.exit(FORBIDDEN_EXIT_CODE);
    return false;
  }
  removeDangerousVariables(env);
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
