/**
 * Doctor run: arguments, checks in order, exit code.
 *
 * Invariants  No key, secret or token is ever printed. `--trade` on a live exchange needs `--real-money`.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Network } from '#main/venue/network.ts';
import { DEFAULT_PROFILE, type VenueProfile } from '#main/venue/profile.ts';
import { openVenue, type Venue } from '#main/venue/venue.ts';
import { describeError } from '#shared/base/describeError.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { HEALTH_ERRORS, HEALTH_SOURCES } from '#shared/text/health.ts';
import { SCHEMA_DRIFT } from '#shared/text/schemaDrift.ts';
import { quoteFound } from '#shared/units/errors.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import { checkAccount, checkPrivateStream, checkWallet } from './accountChecks.ts';
import { checkReads, checkStreams, WAIT_TIMES, type WaitTimes } from './publicChecks.ts';
import { countFailed, openReport, type Report } from './report.ts';
import { checkTrade, parseKeyText } from './tradeCheck.ts';

const HELP = '--help';
const USAGE = `Usage: npm run doctor -- --base-url URL --ws-base-url URL [--market ID] [--seconds 5]
  [--api-key KEY --api-secret-file FILE] [--paper-token-file FILE]
  [--key-file FILE] [--trade] [--custodial] [--real-money]

The key is the wallet owner's, or a second signing key of a passkey's wallet. --custodial confirms that the exchange holds
the funds of the account, so that --trade sends its order without a signature.`;

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
  readonly trades: boolean;
  /** The member confirms an account without a wallet. */
  readonly isCustodial: boolean;
}

function parseArguments(args: readonly string[]): Arguments {
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
      custodial: { type: 'boolean', default: false },
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
    if (!values['api-key'] || (!values['key-file'] && !values.custodial)) {
      throw new Error('Expected --api-key, and --key-file or --custodial, for --trade');
    }
    if (!isLocal && !values['real-money']) throw new Error('Expected --real-money for --trade on a live exchange');
  }
  const seconds = parseInteger(values.seconds);
  if (seconds < 1 || seconds > 3_600)
    throw new Error(`Expected 1 to 3600 seconds, found ${quoteFound(values.seconds)}`);
  if (values.custodial && values['key-file']) throw new Error('Expected --key-file or --custodial, found both');
  const keyText = readSecret(values['key-file']);
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
    trades: values.trade,
    isCustodial: values.custodial,
  };
}

function readSecret(path: string | undefined): string | null {
  return path === undefined ? null : readFileSync(path, 'utf8').trim();
}

async function runChecks(venue: Venue, report: Report, options: Arguments, waits: WaitTimes): Promise<void> {
  const reached = await report.check('clock', async () => {
    await venue.measureClock();
    const clock = venue.health().clock;
    return `offset ${clock?.offsetMs} ms, round trip ${clock?.roundTripMs} ms`;
  });
  if (!reached) return report.add('unverified', 'everything else', 'The exchange does not answer');
  const market = await checkReads(venue, report, options.market);
  if (market) await checkStreams(venue, report, market, options.listenMs, waits);
  const { apiKey, apiSecret, privateKey, trades, isCustodial } = options;
  if (apiKey === null || apiSecret === null) return report.add('unverified', 'account', '--api-key was not given');
  venue.setCredentials({
    apiKey,
    sign: (message) => createHmac('sha256', apiSecret).update(message, 'utf8').digest('hex'),
  });
  if (!(await checkAccount(venue, report)) || !market) return;
  const account = await checkWallet(venue, report, market, privateKey);
  const streaming = await checkPrivateStream(venue, report, waits.privateMs);
  if (!trades) return report.add('unverified', 'trading', '--trade was not given');
  if (account === null || !streaming)
    return report.add('FAILED', 'trading', 'The wallet or the private streams failed');
  const { record } = account;
  if ((record === null) !== isCustodial) {
    const why = isCustodial
      ? 'The account has a wallet: give --key-file'
      : 'The account has no wallet: give --custodial';
    return report.add('FAILED', 'trading', why);
  }
  venue.noteCustodial(isCustodial);
  const signing = record === null || privateKey === null ? null : { wallet: record, privateKey };
  await checkTrade(venue, report, market, signing).catch((error: unknown) => {
    report.add('FAILED', 'trading', describeError(error));
  });
}

/** Largest change of the clock offset during a run. */
const MAX_CLOCK_MOVE_MS = 1_000;

/** Measures the clock again at the end: a clock that jumps invalidates request signatures. */
async function checkSteadyClock(venue: Venue, report: Report): Promise<void> {
  const first = venue.health().clock;
  if (first === null) return;
  await report.check('clock, again', async () => {
    await venue.measureClock();
    const movedMs = (venue.health().clock?.offsetMs ?? 0) - first.offsetMs;
    if (Math.abs(movedMs) > MAX_CLOCK_MOVE_MS)
      throw new Error(`The exchange's clock moved by ${movedMs} ms during the run`);
    return `moved by ${movedMs} ms`;
  });
}

/** Reports health errors that no check named, and schema drift. */
function reportHealth(venue: Venue, report: Report): void {
  const { errors, schemaDrift } = venue.health();
  const details = report.findings.map((finding) => finding.detail).join(' ');
  const unnamed = errors
    .map(({ source, error }) => ({
      source: formatCoded(HEALTH_SOURCES, source),
      message: formatCoded(HEALTH_ERRORS, error),
    }))
    .filter(({ message }) => !details.includes(message));
  for (const [source, group] of Map.groupBy(unnamed, (error) => error.source)) {
    report.add('FAILED', `error at ${source}`, `${group.length} times, first: ${group[0]!.message}`);
  }
  for (const { note } of schemaDrift) {
    report.add('note', 'schema drift', `${formatCoded(SCHEMA_DRIFT, note)} (docs/assumptions.md#${note.code})`);
  }
}

/** Runs every check and returns the exit code. */
export async function runDoctor(
  args: readonly string[],
  print: (line: string) => void,
  profile: VenueProfile = DEFAULT_PROFILE,
  waits: WaitTimes = WAIT_TIMES,
): Promise<number> {
  if (args.includes(HELP)) {
    print(USAGE);
    return 0;
  }
  let options: Arguments;
  let venue: Venue;
  try {
    options = parseArguments(args);
    venue = openVenue({
      baseUrl: options.baseUrl,
      wsBaseUrl: options.wsBaseUrl,
      network: options.network,
      extraHeaders: options.paperToken === null ? {} : { 'X-Adyton-Paper': options.paperToken },
      now: Date.now,
      random: Math.random,
      profile,
    });
  } catch (error) {
    print(describeError(error));
    print(USAGE);
    return 2;
  }
  const report = openReport(print);
  try {
    await runChecks(venue, report, options, waits);
    await checkSteadyClock(venue, report);
    reportHealth(venue, report);
  } finally {
    await venue.close();
  }
  const failed = countFailed(report);
  print(failed === 0 ? 'Nothing failed' : `${failed} failed`);
  return failed === 0 ? 0 : 1;
}
