/**
 * What a start is asked for on the command line, the same words for both shells.
 *
 * Errors      Throws StartError, whose message is for the person who typed.
 */
import { parseArgs } from 'node:util';
import { parseInteger } from '#shared/units/numbers.ts';

export class StartError extends Error {
  override readonly name = 'StartError';
  /** 2 where the words were not understood, 1 where they were and cannot be done. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}

export type StartNetwork =
  | { readonly kind: 'paper'; readonly seed?: number }
  | { readonly kind: 'test'; readonly baseUrl: string; readonly wsBaseUrl: string };

export interface StartOptions {
  readonly network: StartNetwork;
  readonly dataFolder: string | null;
  readonly headless: boolean;
  /** Ends a headless run after this long. */
  readonly forSeconds: number | null;
  /** An executable to use instead of the browser that would be found. */
  readonly browser: string | null;
  readonly shell: 'electron' | 'chromium' | null;
  readonly fetchElectron: boolean;
  readonly help: boolean;
}

export const USAGE = `npm start [-- OPTIONS]

  --headless             no window: writes adyton.png every five seconds
  --for SECONDS          with --headless: ends after so long
  --base-url URL         a test exchange instead of the embedded one, http://127.0.0.1:PORT
  --ws-base-url URL      its streams, ws://127.0.0.1:PORT
  --data-dir DIR         where keys, orders and settings are kept
  --seed N               seed of the embedded exchange
  --shell electron|chromium
  --browser FILE         the Chromium, Chrome or Edge to use
  --fetch-electron       tries again to fetch Electron's binary
  --help`;

const LIVE_REFUSAL =
  'Expected plain http and ws on 127.0.0.1: this version serves the embedded exchange and test servers of your own machine. ' +
  'A live exchange needs https and wss, and its keys live in the Electron shell only';

function parseTestUrl(option: string, text: string, protocol: 'http:' | 'ws:'): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) throw new StartError(`Expected a URL after ${option}, found something else`);
  if (url.protocol === 'https:' || url.protocol === 'wss:') throw new StartError(LIVE_REFUSAL);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url.protocol !== protocol || url.hostname !== '127.0.0.1' || !isPlain) {
    throw new StartError(`Expected ${protocol}//127.0.0.1:PORT after ${option}, found ${url.protocol}//${url.host}`);
  }
  return url.href.replace(/\/+$/, '');
}

function parseCount(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new StartError(`Expected a whole number after ${option}, found something else`);
  return parseInteger(text);
}

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        headless: { type: 'boolean', default: false },
        for: { type: 'string' },
        'base-url': { type: 'string' },
        'ws-base-url': { type: 'string' },
        'data-dir': { type: 'string' },
        seed: { type: 'string' },
        shell: { type: 'string' },
        browser: { type: 'string' },
        'fetch-electron': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : 'Expected known options');
  }
}

function chooseNetwork(values: ReturnType<typeof parseWords>): StartNetwork {
  const baseUrl = values['base-url'];
  const wsBaseUrl = values['ws-base-url'];
  if (baseUrl === undefined && wsBaseUrl === undefined) {
    return values.seed === undefined ? { kind: 'paper' } : { kind: 'paper', seed: parseCount('--seed', values.seed) };
  }
  if (baseUrl === undefined || wsBaseUrl === undefined) {
    throw new StartError('Expected --base-url and --ws-base-url together, found one of them');
  }
  if (values.seed !== undefined) throw new StartError('Expected --seed for the embedded exchange only');
  return {
    kind: 'test',
    baseUrl: parseTestUrl('--base-url', baseUrl, 'http:'),
    wsBaseUrl: parseTestUrl('--ws-base-url', wsBaseUrl, 'ws:'),
  };
}

export function parseStartOptions(args: readonly string[]): StartOptions {
  const values = parseWords(args);
  const shell = values.shell ?? null;
  if (shell !== null && shell !== 'electron' && shell !== 'chromium') {
    throw new StartError('Expected electron or chromium after --shell, found something else');
  }
  if (values.headless && shell === 'electron') throw new StartError('Expected --headless with the Chromium shell only');
  if (values.for !== undefined && !values.headless) throw new StartError('Expected --for with --headless only');
  return {
    network: chooseNetwork(values),
    dataFolder: values['data-dir'] ?? null,
    headless: values.headless,
    forSeconds: values.for === undefined ? null : parseCount('--for', values.for),
    browser: values.browser ?? null,
    shell,
    fetchElectron: values['fetch-electron'],
    help: values.help,
  };
}
