/** Commands of the program itself: what runs, reports of the page, the checks of account and computer, the fault simulator. */
import type { AppInfo, CommandsOf } from '#shared/ipc/contract.ts';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import { fail, succeed } from '#shared/ipc/result.ts';
import type { CheckAnswer } from '#shared/ipc/shellChecks.ts';
import { hasTokenIds, isTrading, type Market } from '#shared/market/market.ts';
import type { Shell } from '../../shell/port.ts';
import { listSecondKeys } from '../custody/custody.ts';
import { examine } from '../doctor/examine.ts';
import type { Drills } from '../drills.ts';
import type { PageReports } from '../pageReports.ts';
import type { Trader } from '../trader.ts';

/** Command that checks what the program assumes of this computer, in the running program; one check at a time. */
interface ShellCheckOptions {
  readonly checkedShell: Shell;
}

export function buildShellCheckCommands({ checkedShell }: ShellCheckOptions): CommandsOf<'computer'> {
  let running: Promise<CheckAnswer> | null = null;
  async function run(): Promise<CheckAnswer> {
    // Read when it is asked for: a start does without it.
    const { checkRunning } = await import('../../check/checkShell.ts');
    return checkRunning(checkedShell);
  }
  return {
    'computer.check': async () => {
      if (checkedShell.probe === undefined) return fail('NOT_FOUND', { what: 'command' });
      running ??= run().finally(() => {
        running = null;
      });
      return succeed(await running);
    },
  };
}

/** Commands of the fault simulator, on network paper only. */
interface DrillCommandOptions {
  readonly info: Pick<AppInfo, 'network'>;
  readonly drills: Pick<Drills, 'start' | 'stop'>;
}

export function buildDrillCommands({ info: { network }, drills }: DrillCommandOptions): CommandsOf<'drill'> {
  const notPaper = () => fail('NOT_IN_THIS_NETWORK', { reason: 'paperOnly' });
  return {
    'drill.start': async ({ kind }) => {
      if (network !== 'paper') return notPaper();
      await drills.start(kind);
      return succeed(null);
    },
    'drill.stop': async () => {
      if (network !== 'paper') return notPaper();
      await drills.stop();
      return succeed(null);
    },
  };
}

/** Most traded markets, among which the doctor looks for one to examine. */
const MOST_EXAMINED = 500;

/** Command of the doctor: examines the account with the vault's keys; one examination at a time. */
interface DoctorCommandOptions {
  readonly trader: Pick<Trader, 'venue' | 'vault' | 'wallet' | 'market' | 'protectedSettings' | 'custodial' | 'now'>;
}

export function buildDoctorCommands({ trader }: DoctorCommandOptions): CommandsOf<'doctor'> {
  const { venue, vault, market, protectedSettings, custodial } = trader;
  let running: Promise<DoctorReport> | null = null;

  const findMarket = (): Market | null => {
    const nowMs = venue.exchangeTimeMs();
    const markets = market.listing.listMostTraded(MOST_EXAMINED);
    return markets.find((one) => isTrading(one, nowMs) && hasTokenIds(one)) ?? null;
  };

  async function run(): Promise<DoctorReport> {
    const lines = await examine({
      now: () => trader.now(),
      async measureClock() {
        await venue.measureClock();
        const { offsetMs = 0, roundTripMs = 0 } = venue.health().clock ?? {};
        return { offsetMs, roundTripMs };
      },
      readAccount: () => venue.listBalances(),
      isStreamOpen: () => venue.health().streams.some(({ name, at }) => name === 'private' && at === 'open'),
      fetchWallet: () => venue.fetchWallet(),
      fetchMarketWallet: (id) => venue.fetchMarketWallet(id),
      market: findMarket,
      pin: (owner) => (owner === null ? null : (protectedSettings.value().walletPins[owner] ?? null)),
      custodial: custodial.view,
      keys: () => ({ own: vault.owner(), second: listSecondKeys(vault) }),
      signer: vault,
    });
    return { atMs: trader.now(), lines };
  }

  return {
    'doctor.run': async () => {
      running ??= run().finally(() => {
        running = null;
      });
      return succeed(await running);
    },
  };
}

export interface AppCommandOptions {
  readonly info: AppInfo;
  readonly reports: Pick<PageReports, 'write'>;
}

export function buildAppCommands({ info, reports }: AppCommandOptions): CommandsOf<'app'> {
  return {
    'app.describe': async () => succeed(info),
    'app.reportFault': async ({ where, message }) => {
      reports.write(where, message);
      return succeed(null);
    },
    // Only the gate's lock rules act on it: the idle time starts again.
    'app.noteAct': async () => succeed(null),
  };
}
