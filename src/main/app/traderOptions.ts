/** Options of the headless trader: everything that it needs from outside. */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import type { Log } from '../storage/log.ts';
import type { RecorderOptions } from '../storage/recording/recorder.ts';
import type { Keychain, VaultOptions } from '../vault/vault.ts';
import type { Network } from '../venue/network.ts';
import type { VenueProfile } from '../venue/profile.ts';
import type { Venue } from '../venue/venue.ts';

export interface ExchangeAddress {
  readonly network: Network;
  readonly baseUrl: string;
  readonly wsBaseUrl: string;
  /** The embedded exchange's token; read at every request, because a restart changes it. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface RandomSource {
  /** Uniform in [0, 1). */
  uniform(): number;
  bytes(length: number): Uint8Array;
}

export interface TraderOptions {
  /** Private folder of this program; each network and server has a subfolder. */
  readonly dataFolder: string;
  readonly exchange: ExchangeAddress;
  readonly log: Log;
  /** This machine's clock, Unix ms. */
  readonly now: Now;
  /** Ms of a clock that is never set. */
  readonly steadyMs: Now;
  readonly schedule: Scheduler;
  readonly random: RandomSource;
  /** For the vault's keychain unlock; null: none. */
  readonly keychain: Keychain | null;
  /** Starts the thread that writes recordings; absent: nothing is recorded. */
  readonly startStore?: RecorderOptions['startStore'];
  /** Version of the program, for recordings. */
  readonly version?: string;
  readonly profile?: VenueProfile;
  /** Only tests replace the client of the exchange. */
  readonly venue?: Venue;
  /** Only tests replace scrypt. */
  readonly kdf?: NonNullable<VaultOptions['kdf']>;
}
