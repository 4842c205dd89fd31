/** Command of the doctor: examines the account with the vault's keys; one examination at a time. */
import type { CommandsOf } from '#shared/ipc/contract.ts';
import type { DoctorReport } from '#shared/ipc/doctor.ts';
import { succeed } from '#shared/ipc/result.ts';
import { hasTokenIds, isTrading, type Market } from '#shared/market/market.ts';
import { listSecondKeys } from '../custody/custody.ts';
import { examine } from '../doctor/examine.ts';
import type { Trader } from '../trader.ts';

export interface DoctorCommandOptions {
  readonly trader: Pick<Trader, 'venue' | 'vault' | 'wallet' | 'market' | 'protectedSettings' | 'custodial' | 'now'>;
}

export function buildDoctorCommands({ trader }: DoctorCommandOptions): CommandsOf<'doctor'> {
  const { venue, vault, market, protectedSettings, custodial } = trader;
  let running: Promise<DoctorReport> | null = null;

  const findMarket = (): Market | null => {
    const nowMs = venue.exchangeTimeMs();
    return market.catalogue().markets.find((one) => isTrading(one, nowMs) && hasTokenIds(one)) ?? null;
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
