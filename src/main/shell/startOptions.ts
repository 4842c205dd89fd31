/**
 * Options of the command line, the same for both shells.
 *
 * Errors      Throws StartError, whose message is shown to the user.
 */
import { parseArgs } from 'node:util';
import { parseInteger } from '#shared/units/numbers.ts';

export class StartError extends Error {
  override readonly name = 'StartError';
  /** 2 for invalid options, 1 when the program cannot start. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code after an uncaught error, as in sysexits.h. */
export const CRASH_EXIT_CODE = 70;
/** Exit code of a start with switches that would weaken the program, as in sysexits.h. */
export const FORBIDDEN_EXIT_CODE = 78;
const WRONG_OPTION_EXIT_CODE = 2;
/** Codes with which the program ends by itself, and Electron never does. */
export const OWN_EXIT_CODES: readonly number[] = [0, WRONG_OPTION_EXIT_CODE, CRASH_EXIT_CODE, FORBIDDEN_EXIT_CODE];

/** Also of the built program, whose class is another object than that of these sources. */
export function isStartError(error: unknown): error is StartError {
  return error instanceof Error && error.name === 'StartError';
}

export type StartNetwork =
  | { readonly kind: 'paper'; readonly seed?: number }
  /** `test`: plain http and ws on this machine. `live`: any server, https and wss. */
  | { readonly kind: 'test' | 'live'; readonly baseUrl: string; readonly wsBaseUrl: string };

export interface StartOptions {
  readonly network: StartNetwork;
  readonly dataFolder: string | null;
  readonly headless: boolean;
  /** Seconds after which a headless run ends. */
  readonly forSeconds: number | null;
  /** Where a headless run writes its pictures; null: in the program's own folder. */
  readonly picture: string | null;
  /** Executable to use instead of an installed browser. */
  readonly browser: string | null;
  readonly shell: 'electron' | 'chromium' | null;
  readonly fetchElectron: boolean;
  /** Checks what the program assumes of its shell, writes a report to this file, and ends. */
  readonly checkFile: string | null;
  readonly help: boolean;
}

export const USAGE = `npm start [-- OPTIONS]

  --headless             no window: writes a picture every five seconds and prints where (the default without a display)
  --for SECONDS          with --headless: ends after this time
  --picture FILE         with --headless: the picture, instead of pictures/adyton.png in the data folder
  --base-url URL         an exchange instead of the embedded one: https://HOST, or http://127.0.0.1:PORT for tests
  --ws-base-url URL      its streams: wss://HOST, or ws://127.0.0.1:PORT
  --data-dir DIR         folder of keys, orders and settings
  --seed N               seed of the embedded exchange
  --shell electron|chromium
  --browser FILE         the Chromium, Chrome or Edge to use
  --fetch-electron       tries to fetch Electron's binary again
  --check FILE           with the embedded exchange: runs the checks of npm run electron:check, writes FILE and ends
  --help                 prints these lines`;

/** Follows the message about a wrong option. */
export const USAGE_LINE = 'Usage: npm start [-- OPTIONS]; npm start -- --help lists the options';

export const NEEDS_ELECTRON =
  'A live exchange (https and wss) needs the Electron shell: real keys live there only. ' +
  'Remove --headless, --browser and --shell chromium; npm start -- --fetch-electron fetches Electron';

/** Parses scheme, host and port; the scheme `clear` is allowed on this machine only. */
function parseServerUrl(option: string, text: string, clear: 'http:' | 'ws:', secure: 'https:' | 'wss:'): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new StartError(`Expected a URL after ${option}, found something else`);
  const isBare = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const isServed = url.protocol === secure || (url.protocol === clear && url.hostname === '127.0.0.1');
  if (!isServed || !isBare || url.pathname !== '/') {
    throw new StartError(
      `Expected ${secure}//HOST or ${clear}//127.0.0.1:PORT after ${option}, found ${url.protocol}//${url.host}${url.pathname}`,
    );
  }
  return url;
}

function parseCount(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`Expected a whole number after ${option}, found something else`);
  return parseInteger(text);
}

const OPTIONS = {
  headless: { type: 'boolean', default: false },
  for: { type: 'string' },
  picture: { type: 'string' },
  'base-url': { type: 'string' },
  'ws-base-url': { type: 'string' },
  'data-dir': { type: 'string' },
  seed: { type: 'string' },
  shell: { type: 'string' },
  browser: { type: 'string' },
  'fetch-electron': { type: 'boolean', default: false },
  check: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Of every option, without its dashes. */
export const OPTION_NAMES: readonly string[] = Object.keys(OPTIONS);

function readValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: OPTIONS,
    }).values;
  } catch (error) {
    // Removes the parser's advice about positional arguments, which does not apply.
    throw new StartError(error instanceof Error ? error.message.replace(/\. .*$/s, '') : 'Expected known options');
  }
}

function chooseNetwork(values: ReturnType<typeof readValues>): StartNetwork {
  const baseUrl = values['base-url'];
  const wsBaseUrl = values['ws-base-url'];
  if (baseUrl === undefined && wsBaseUrl === undefined) {
    return values.seed === undefined ? { kind: 'paper' } : { kind: 'paper', seed: parseCount('--seed', values.seed) };
  }
  if (baseUrl === undefined || wsBaseUrl === undefined) {
    throw new StartError('Expected --base-url and --ws-base-url together, found one of them');
  }
  if (values.seed !== undefined)
    throw new StartError('Expected --seed for the embedded exchange only, found it with --base-url');
  const http = parseServerUrl('--base-url', baseUrl, 'http:', 'https:');
  const ws = parseServerUrl('--ws-base-url', wsBaseUrl, 'ws:', 'wss:');
  const isLive = http.protocol === 'https:';
  if (isLive !== (ws.protocol === 'wss:')) {
    throw new StartError('Expected both URLs secure or both plain, found one of each');
  }
  return { kind: isLive ? 'live' : 'test', baseUrl: http.origin, wsBaseUrl: `${ws.protocol}//${ws.host}` };
}

export function parseStartOptions(args: readonly string[]): StartOptions {
  const values = readValues(args);
  const shell = values.shell ?? null;
  if (shell !== null && shell !== 'electron' && shell !== 'chromium') {
    throw new StartError('Expected electron or chromium after --shell, found something else');
  }
  if (values.headless && shell === 'electron')
    throw new StartError('Expected --headless with the Chromium shell only, found --shell electron');
  if (values.for !== undefined && !values.headless)
    throw new StartError('Expected --for with --headless only, found it alone');
  if (values.picture !== undefined && !values.headless)
    throw new StartError('Expected --picture with --headless only, found it alone');
  const network = chooseNetwork(values);
  if (network.kind === 'live' && (values.headless || shell === 'chromium' || values.browser !== undefined)) {
    throw new StartError(NEEDS_ELECTRON);
  }
  if (values.check !== undefined && network.kind !== 'paper')
    throw new StartError('Expected --check with the embedded exchange only, found it with --base-url');
  return {
    network,
    dataFolder: values['data-dir'] ?? null,
    headless: values.headless,
    forSeconds: values.for === undefined ? null : parseCount('--for', values.for),
    picture: values.picture ?? null,
    browser: values.browser ?? null,
    shell,
    fetchElectron: values['fetch-electron'],
    checkFile: values.check ?? null,
    help: values.help,
  };
}
