/**
 * What a wallet was when a person first met it or last agreed to a change, by own key, from one start to the next.
 *
 * Invariants  Lost pins are never lost silently: `warning` says so until the next start, because what is read then is taken for
 *             what was agreed to.
 * Errors      `parsePins` throws UnitError on anything that this program did not write; `keep` what the memory throws.
 */
import { quoteFound, UnitError } from '#shared/units/errors.ts';
import { parseAddress } from '#shared/units/ids.ts';
import type { WalletPin } from './walletRecord.ts';

/** By the address of the own key. */
export type PinsByOwner = Readonly<Record<string, WalletPin>>;

/** The memory of one server; a kept value of the disk happens to fit. */
export interface PinMemory {
  value(): PinsByOwner;
  save(pins: PinsByOwner): void;
  /** What was remembered could not be read. */
  readonly setAside: { readonly why: string } | null;
}

export interface Pins {
  find(owner: string): WalletPin | null;
  /** From now on this is what the wallet is; throws when it could not be saved. */
  keep(owner: string, pin: WalletPin): void;
  /** As `keep`, but what could not be saved is a warning: it holds until the next start. */
  meet(owner: string, pin: WalletPin): void;
  /** What a person must know about the memory itself, or null. */
  warning(owner: string): string | null;
}

const LOST =
  'What you had agreed to about this wallet could not be read and was set aside, so a change since would not be noticed: compare wallet, exchange contract, chain and domain before you sign';
const UNSAVED =
  'What this wallet is could not be saved: a change while Adyton is closed would not be noticed. Make room on the disk, then start again';

export function openPins(memory: PinMemory | null): Pins {
  const held = new Map<string, WalletPin>(Object.entries(memory?.value() ?? {}));
  /** Keys that were met for the first time after the memory was lost. */
  const met = new Set<string>();
  let isUnsaved = false;

  const keep = (owner: string, pin: WalletPin): void => {
    // Without a key there is nobody who could agree to anything.
    if (owner !== '') memory?.save({ ...memory.value(), [owner]: pin });
    held.set(owner, pin);
    isUnsaved = false;
  };

  return {
    find: (owner) => held.get(owner) ?? null,
    keep,
    meet(owner, pin) {
      met.add(owner);
      try {
        keep(owner, pin);
      } catch {
        held.set(owner, pin);
        isUnsaved = true;
      }
    },
    warning(owner) {
      if (memory?.setAside && met.has(owner)) return LOST;
      return isUnsaved ? UNSAVED : null;
    },
  };
}

/** Pins as they were saved, whatever came from the disk. */
export function parsePins(value: unknown): PinsByOwner {
  const pins: Record<string, WalletPin> = {};
  for (const [owner, pin] of Object.entries(readRecord(value))) pins[parseAddress(owner)] = parsePin(readRecord(pin));
  return pins;
}

function parsePin(pin: Readonly<Record<string, unknown>>): WalletPin {
  return {
    proxyAddress: parseAddress(readText(pin.proxyAddress)),
    ownerAddress: parseAddress(readText(pin.ownerAddress)),
    exchangeAddress: parseAddress(readText(pin.exchangeAddress)),
    conditionalTokensAddress: parseAddress(readText(pin.conditionalTokensAddress)),
    usdcAddress: parseAddress(readText(pin.usdcAddress)),
    chainId: readCount(pin.chainId),
    domainName: readText(pin.domainName),
    signatureType: readCount(pin.signatureType),
  };
}

function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new UnitError('the facts of wallets by own key', quoteFound(value));
  }
  return value as Readonly<Record<string, unknown>>;
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new UnitError('a fact of a wallet as text', quoteFound(value));
  return value;
}

function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new UnitError('a fact of a wallet as a number from 0', quoteFound(value));
  }
  return value;
}
