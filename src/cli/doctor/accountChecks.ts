/** Account checks: reads, wallet and market record, private streams; they need an API key. */

import { examine } from '#main/app/doctor/examine.ts';
import type { Venue } from '#main/venue/venue.ts';
import type { DoctorCheck, DoctorLine, DoctorVerdict } from '#shared/ipc/doctor.ts';
import type { Market } from '#shared/market/market.ts';
import type { AccountList, MarketWalletRecord } from '#shared/order/account/account.ts';
import { isNoWallet } from '#shared/order/account/custodial.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { DOCTOR_CHECK_NAMES, DOCTOR_REMEDIES, formatDoctorFinding } from '#shared/text/doctor.ts';
import { STREAM_REASONS } from '#shared/text/health.ts';
import { formatPartialListing } from '#shared/text/markets/listings.ts';
import { formatParseProblem } from '#shared/text/parseProblems.ts';
import { formatUsd } from '#shared/units/usd.ts';
import { NO_SIGNER, openKeySigner } from './keySigner.ts';
import { openWaiter, type Report, type Verdict } from './report.ts';

export async function checkAccount(venue: Venue, report: Report): Promise<boolean> {
  const authenticated = await report.check('authentication', async () => {
    const balances = await venue.listBalances();
    requireReadable(balances);
    const amounts = balances.items.map((balance) => {
      return `${formatUsd(balance.total)} ${balance.currency}, ${formatUsd(balance.locked)} locked`;
    });
    return amounts.join('; ') || 'no balance';
  });
  if (!authenticated) return false;
  await report.check('open orders', async () => {
    const { orders, unreadable, partial } = await venue.listOrders('wait');
    if (partial) throw new Error(`Expected a list with ${formatPartialListing(partial)}`);
    if (unreadable[0])
      throw new Error(`${orders.length} read, others unreadable: ${formatParseProblem(unreadable[0].problem)}`);
    return `${orders.length}`;
  });
  await report.check('contracts', async () => describeListing(await venue.listFills()));
  await report.check('positions', async () => describeListing(await venue.listPositions()));
  await report.check('pending rewards', async () => `${(await venue.listPendingRewards()).length}`);
  return true;
}

/** What the account is, for a trade: its market's record, null without a wallet; undefined when a check failed. */
export interface ExaminedAccount {
  readonly record: MarketWalletRecord | null;
}

/** The same examination as in the Health pane, with the key of the command line. */
export async function checkWallet(
  venue: Venue,
  report: Report,
  market: Market,
  privateKey: Uint8Array | null,
): Promise<ExaminedAccount | null> {
  let found: ExaminedAccount | null = null;
  const signer = privateKey === null ? null : openKeySigner(privateKey);
  const lines = await examine(
    {
      now: Date.now,
      measureClock: async () => venue.health().clock ?? { offsetMs: 0, roundTripMs: 0 },
      readAccount: () => venue.listBalances(),
      // Examined apart, with a deadline.
      isStreamOpen: () => null,
      async fetchWallet() {
        const answer = await venue.fetchWallet();
        if (isNoWallet(answer)) found = { record: null };
        return answer;
      },
      async fetchMarketWallet(id) {
        const record = await venue.fetchMarketWallet(id);
        found = { record };
        return record;
      },
      market: () => market,
      pin: () => null,
      custodial: () => null,
      // The key may be the owner's or a second signing key: the kind of the account decides which.
      keys: () => (signer === null ? null : { own: signer.address, second: [signer.address] }),
      signer: signer ?? NO_SIGNER,
    },
    (line) => addLine(report, line),
  );
  // What the wallet still needs is a line of its own, and of the trade.
  const isBroken = lines.some(({ check, verdict }) => verdict === 'failed' && !REPAIRABLE.has(check));
  return isBroken ? null : found;
}

const REPAIRABLE: ReadonlySet<DoctorCheck> = new Set(['approvals', 'status', 'owner']);
/** Checked before, by other means. */
const ELSEWHERE: ReadonlySet<DoctorCheck> = new Set(['clock', 'apiKey']);
const VERDICTS: Readonly<Record<DoctorVerdict, Verdict>> = { ok: 'ok', failed: 'FAILED', unknown: 'unverified' };

function addLine(report: Report, { check, verdict, finding, remedy }: DoctorLine): void {
  if (ELSEWHERE.has(check) && verdict === 'ok') return;
  const what = formatDoctorFinding(finding);
  const detail = remedy === null ? what : `${what}. ${DOCTOR_REMEDIES[remedy]}`;
  report.add(VERDICTS[verdict], DOCTOR_CHECK_NAMES[check].toLowerCase(), detail);
}

export async function checkPrivateStream(venue: Venue, report: Report, waitMs: number): Promise<boolean> {
  const waiter = openWaiter();
  let isOpen = false;
  const stop = venue.onPrivate((event) => {
    if (event.kind === 'open') isOpen = true;
    waiter.poke();
  });
  venue.openPrivate();
  await waiter.until(() => isOpen, waitMs);
  stop();
  const health = venue.health().streams.find((stream) => stream.name === 'private');
  const reason = health?.reason ? formatCoded(STREAM_REASONS, health.reason) : 'Not open';
  const isOk = isOpen && health?.reason === null;
  return report.expect(isOk, 'private streams', isOk ? 'order, contract, balance, position' : reason);
}

/** Number of rows; throws when a bound ended the list. */
function describeListing(list: AccountList<unknown>): string {
  const { items, partial } = list;
  requireReadable(list);
  if (partial) throw new Error(`Expected a list with ${formatPartialListing(partial)}`);
  return `${items.length}`;
}

function requireReadable({ items, unreadable: [first] }: AccountList<unknown>): void {
  if (first) throw new Error(`${items.length} read, others unreadable: ${formatParseProblem(first.problem)}`);
}
