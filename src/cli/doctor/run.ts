/**
 * One run of the doctor: arguments, checks in order, exit code.
 *
 * Invariants  No key, secret or token is ever printed. `--trade` on a live exchange needs `--real-money`.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Network } from '#main/venue/network.ts';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { checkAccount, checkPrivateStream, checkWallet } from './accountChecks.ts';
import { checkReads, checkStreams } from './publicChecks.ts';
import { countFailed, openReport, type Report } from './report.ts';
import { checkTrade, parseKeyText } from './tradeCheck.ts';

const USAGE = `npm run doctor -- --base-url URL --ws-base-url URL [--market ID] [--seconds 5]
  [--api-key KEY --api-secret-file FILE] [--paper-token-file FILE]
  [--trade --key-file FILE] [--real-money]`;

interface Arguments {
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  readonly network: Network;
  readonly paperToken: string | null;
  readonly apiKey: string | null;
  readonly apiSecret: string | null;
  readonly market: string | null;
  readonly listenMs: number;
  readonly privateKey: Uint8Array | null;
}

function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'base-url': { type: 'string' },
      'ws-base-url': { type: 'string' },
      'api-key': { type: 'string' },
      'api-secret-file': { type: 'string' },
      'paper-token-file': { type: 'string' },
      'key-file': { type: 'string' },
      market: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      trade: { type: 'boolean', default: false },
      'real-money': { type: 'boolean', default: false },
    },
  });
  const baseUrl = values['base-url'];
  const wsBaseUrl = values['ws-base-url'];
  if (!baseUrl || !wsBaseUrl) throw new Error('Expected --base-url and --ws-base-url, found one or none');
  if ((values['api-key'] === undefined) !== (values['api-secret-file'] === undefined)) {
    throw new Error('Expected --api-key and --api-secret-file together, found one');
  }
  const isLocal = baseUrl.startsWith('http:');
  const paperToken = readSecret(values['paper-token-file']);
  if (values.trade) {
    if (!values['key-file'] || !values['api-key']) throw new Error('Expected --api-key and --key-file for --trade');
    if (!isLocal && !values['real-money']) throw new Error('Expected --real-money for --trade on a live exchange');
  }
  const seconds = parseInteger(values.seconds);
  if (seconds < 1 || seconds > 3_600)
    throw new Error(`Expected 1 to 3600 seconds, found ${quoteFound(values.seconds)}`);
  const keyText = values.trade ? readSecret(values['key-file']) : null;
  return {
    baseUrl,
    wsBaseUrl,
    network: !isLocal ? 'live' : paperToken === null ? 'test' : 'paper',
    paperToken,
    apiKey: values['api-key'] ?? null,
    apiSecret: readSecret(values['api-secret-file']),
    market: values.market ?? null,
    listenMs: seconds * 1_000,
    privateKey: keyText === null ? null : parseKeyText(keyText),
  };
}

function readSecret(path: string | undefined): string | null {
  return path === undefined ? null : readFileSync(path, 'utf8').trim();
}

async function examine(venue: Venue, report: Report, given: Arguments): Promise<void> {
  const reached = await report.check('clock', async () => {
    await venue.measureClock();
    const clock = venue.health().clock;
    return `offset ${clock?.offsetMs} ms, round trip ${clock?.roundTripMs} ms`;
  });
  if (!reached) return report.add('not shown', 'everything else', 'The exchange could not be reached');
  const market = await checkReads(venue, report, given.market);
  if (market) await checkStreams(venue, report, market, given.listenMs);
  const { apiKey, apiSecret, privateKey } = given;
  if (apiKey === null || apiSecret === null) return report.add('not shown', 'account', 'No --api-key was given');
  venue.setCredentials({
    apiKey,
    sign: (message) => createHmac('sha256', apiSecret).update(message, 'utf8').digest('hex'),
  });
  if (!(await checkAccount(venue, report)) || !market) return;
  const wallet = await checkWallet(venue, report, market);
  const streaming = await checkPrivateStream(venue, report);
  if (privateKey === null) return report.add('not shown', 'trading', 'No --trade was asked for');
  if (wallet === null || !streaming) return report.add('FAILED', 'trading', 'The wallet or the private streams failed');
  await checkTrade(venue, report, market, wallet, privateKey).catch((error: unknown) => {
    report.add('FAILED', 'trading', error instanceof Error ? error.message : 'Unknown error');
  });
}

/** Runs every check and answers the exit code. */
export async function runDoctor(args: readonly string[], print: (line: string) => void): Promise<number> {
  let given: Arguments;
  let venue: Venue;
  try {
    given = readArguments(args);
    venue = openVenue({
      baseUrl: given.baseUrl,
      wsBaseUrl: given.wsBaseUrl,
      network: given.network,
      extraHeaders: given.paperToken === null ? {} : { 'X-Adyton-Paper': given.paperToken },
      now: Date.now,
      random: Math.random,
    });
  } catch (error) {
    print(error instanceof Error ? error.message : 'The arguments could not be read');
    print(USAGE);
    return 2;
  }
  const report = openReport(print);
  try {
    await examine(venue, report, given);
    for (const { assumption, found } of venue.health().surprises) {
      report.add('not shown', 'surprise', `${found} (docs/assumptions.md#${assumption})`);
    }
  } finally {
    await venue.close();
  }
  const failed = countFailed(report);
  print(failed === 0 ? 'Nothing failed' : `${failed} failed`);
  return failed === 0 ? 0 : 1;
}
