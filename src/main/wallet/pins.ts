/**
 * Wallet pins: the configuration that the user agreed to, per own key, across restarts.
 *
 * Shape       File version 1: `{ version, pins }`, pins by the address of the own key. Earlier files are the pins alone.
 * Invariants  Unreadable pins show a warning until the next start, because the next configuration that is read replaces them.
 * Errors      `parsePinFile` throws UnitError on anything that this program did not write; `pin` what saving throws.
 */
import { z } from 'zod';
import type { PinWarning } from '#shared/ipc/walletCodes.ts';
import { UnitError } from '#shared/units/errors.ts';
import { parseAddress } from '#shared/units/ids.ts';
import type { WalletPin } from './walletRecord.ts';

const VERSION = 1;

/** Pins by the address of the own key. */
export type PinsByOwner = Readonly<Record<string, WalletPin>>;

export interface PinFile {
  readonly version: typeof VERSION;
  readonly pins: PinsByOwner;
}

export const NO_PINS: PinFile = { version: VERSION, pins: {} };

/** The saved pins of one server. */
export interface PinStore {
  value(): PinFile;
  save(file: PinFile): void;
  /** Why the saved file was unreadable; null when it was readable or absent. */
  readonly setAside: { readonly why: string } | null;
}

export interface Pins {
  find(owner: string): WalletPin | null;
  /** Replaces the pin; throws when it cannot be saved. */
  pin(owner: string, pin: WalletPin): void;
  /** Pins the first configuration of an owner; a failed save is a warning until the next start. */
  pinFirst(owner: string, pin: WalletPin): void;
  warning(owner: string): PinWarning | null;
}

export function openPins(store: PinStore | null): Pins {
  const pins = new Map<string, WalletPin>(Object.entries(store?.value().pins ?? {}));
  /** Owners pinned for the first time in this run. */
  const firstPinned = new Set<string>();
  let isUnsaved = false;

  const pin: Pins['pin'] = (owner, next) => {
    // Without a key no user agreed to anything, so nothing is saved.
    if (owner !== '') store?.save({ version: VERSION, pins: { ...store.value().pins, [owner]: next } });
    pins.set(owner, next);
    isUnsaved = false;
  };

  return {
    find: (owner) => pins.get(owner) ?? null,
    pin,
    pinFirst(owner, next) {
      firstPinned.add(owner);
      try {
        pin(owner, next);
      } catch {
        pins.set(owner, next);
        isUnsaved = true;
      }
    },
    warning(owner) {
      if (store?.setAside && firstPinned.has(owner)) return { code: 'pinsUnreadable', parameters: {} };
      return isUnsaved ? { code: 'pinsUnsaved', parameters: {} } : null;
    },
  };
}

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'Expected an address')
  .transform((text) => parseAddress(text));
const count = z.number().int().nonnegative();
const pinsByOwner = z.record(
  address,
  z.object({
    proxyAddress: address,
    ownerAddress: address,
    exchangeAddress: address,
    conditionalTokensAddress: address,
    usdcAddress: address,
    chainId: count,
    domainName: z.string(),
    signatureType: count,
  }),
);
const pinFile = z.object({ version: z.literal(VERSION), pins: pinsByOwner });

/** Parses the saved file; a file without a version is migrated. */
export function parsePinFile(value: unknown): PinFile {
  const isVersioned = typeof value === 'object' && value !== null && Object.hasOwn(value, 'version');
  const parsed = pinFile.safeParse(isVersioned ? value : { version: VERSION, pins: value });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnitError(`wallet pins of version ${VERSION}`, `${issue?.path.join('.')}: ${issue?.message}`);
}
