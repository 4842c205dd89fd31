/**
 * Protected settings: limits, lock times and pins that editing files must not loosen.
 *
 * Shape       `protected-settings.json` beside the vault of one network and server; authenticated by that vault. To add a
 *             setting: a field in `ProtectedSettings`, in `schema` with a default for older files, in DEFAULTS and in STRICTEST.
 * Invariants  Changes of a limit and of the address book need a step-up; only pins are saved without one. A missing, altered
 *             or older file means STRICTEST and a loss that is reported until a person has set every group of it again.
 *             While the vault is locked the values are those of the last unlock, or the defaults: nothing is signed then.
 * Errors      `save` throws VaultError LOCKED or ProtectedSaveError; the values then stay as they were.
 * Source      docs/decisions/0016-protected-settings.md
 */
import { z } from 'zod';
import { createEmitter } from '#shared/base/emitter.ts';
import type { ProtectedGroup, ProtectionLoss } from '#shared/ipc/custody.ts';
import { type DirectionField, findDirectionFault } from '#shared/order/account/custodial.ts';
import type { StoredConsent } from '#shared/order/consent.ts';
import type { StoredRisk } from '#shared/order/risk/state.ts';
import type { MarketPin, WalletPin } from '#shared/order/wallet/pins.ts';
import type { StoredSessionKeys } from '#shared/order/wallet/sessionKeys.ts';
import {
  type Address,
  type CustodialId,
  type MarketId,
  parseAddress,
  parseCustodialId,
  parseHex32,
  parseMarketId,
  parseTokenId,
} from '#shared/units/ids.ts';
import { parseUsd, toUsd, type Usd } from '#shared/units/usd.ts';
import type { DiskReserve } from '../diskReserve.ts';
import { parsedBy, parseStored } from '../storedData.ts';
import { openProtectedFile, type ProtectedFile, type RecordVault } from './protectedFile.ts';
import { storedConsent } from './storedConsent.ts';
import { DEFAULT_RISK, STRICTEST_RISK, storedRisk } from './storedRisk.ts';

export interface ProtectedSettings {
  /** The most that one buy may cost, with its fee reserve: the risk limit `orderCost`. */
  readonly maxOrderCost: Usd;
  /** The other risk limits, exclusive events, and the day's baseline. */
  readonly risk: StoredRisk;
  /** The screen locks after this long without activity. */
  readonly screenLockMinutes: number;
  /** The keys leave memory after this long without activity. */
  readonly keysLockMinutes: number;
  /** Whether a panic flattens everything after its cancels. */
  readonly panicFlattens: boolean;
  /** The wallet configuration that each own key agreed to, by the key's address. */
  readonly walletPins: Readonly<Record<Address, WalletPin>>;
  /** The custodial accounts that a person confirmed, by what names them. */
  readonly custodial: Readonly<Record<CustodialId, CustodialAgreement>>;
  /** The ids of each market that orders were prepared for. */
  readonly marketPins: Readonly<Record<MarketId, MarketPin>>;
  /** The addresses that a withdrawal may go to. */
  readonly addresses: readonly StoredAddress[];
  /** Confirmed signature handlers and authorised session keys. */
  readonly sessionKeys: StoredSessionKeys;
  /** What the vault vouches for in the files outside it; null: no version with this record ran yet. */
  readonly consent: StoredConsent | null;
  /** The build that the vault was last opened with; null: none yet. */
  readonly build: string | null;
  /** Null unless the file was missing, altered or older, and a group of it is not set again yet. */
  readonly loss: ProtectionLoss | null;
}

export interface CustodialAgreement {
  readonly agreedAtMs: number;
  /** When the exchange first accepted an order with the direction that was sent; null before. */
  readonly provedAtMs: number | null;
  /** As confirmed; absent in agreements of older versions: the default. */
  readonly direction?: DirectionField;
}

/** An address of the address book. */
export interface StoredAddress {
  readonly address: Address;
  readonly label: string;
  readonly addedAtMs: number;
  /** Null: nothing was sent there. */
  readonly usedAtMs: number | null;
}

const MAX_LOCK_MINUTES = 60;
/** No limit of one order may be set above this. */
const MAX_ORDER_COST = parseUsd('1000000');

const NO_STORED_SESSION_KEYS: StoredSessionKeys = { handlers: {}, authorisations: {} };

export const PROTECTED_DEFAULTS: ProtectedSettings = {
  maxOrderCost: parseUsd('5000'),
  risk: DEFAULT_RISK,
  screenLockMinutes: 10,
  keysLockMinutes: 30,
  panicFlattens: false,
  walletPins: {},
  custodial: {},
  marketPins: {},
  addresses: [],
  sessionKeys: NO_STORED_SESSION_KEYS,
  consent: null,
  build: null,
  loss: null,
};

const GROUPS = ['orderLimit', 'lockTimes', 'pins'] as const satisfies readonly ProtectedGroup[];

/** Values after a loss: no order, the shortest lock times, no configuration that may sign. */
function buildStrictest(reason: ProtectionLoss['reason']): ProtectedSettings {
  return {
    maxOrderCost: toUsd(0n),
    risk: STRICTEST_RISK,
    screenLockMinutes: 1,
    keysLockMinutes: 1,
    panicFlattens: false,
    walletPins: {},
    custodial: {},
    marketPins: {},
    addresses: [],
    sessionKeys: NO_STORED_SESSION_KEYS,
    consent: null,
    build: null,
    loss: { reason, groups: GROUPS },
  };
}

const address = parsedBy(z.string(), parseAddress);
const token = parsedBy(z.string(), parseTokenId);
const count = z.int().nonnegative();
const minutes = z.number().min(1).max(MAX_LOCK_MINUTES);
/** Millionths as decimal digits. */
const usd = parsedBy(z.string().regex(/^\d{1,18}$/), (text) => toUsd(BigInt(text)));

export const walletPinsSchema = z.record(
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

const marketPin = z.object({
  conditionId: parsedBy(z.string(), parseHex32),
  yesTokenId: token,
  noTokenId: token,
  closeAtMs: count.nullable(),
});

const custodialAgreement = z.object({
  agreedAtMs: count,
  provedAtMs: count.nullable(),
  direction: z
    .object({ name: z.string(), buy: z.string(), sell: z.string() })
    .refine((direction) => findDirectionFault(direction) === null)
    .exactOptional(),
});

const storedSessionKeys: z.ZodType<StoredSessionKeys> = z.object({
  handlers: z.record(address, z.object({ handler: address, verifier: address.nullable() })),
  authorisations: z.record(
    parsedBy(z.string(), parseHex32),
    z.object({ wallet: address, expiresAt: count, lastNonce: count, isConfirmed: z.boolean() }),
  ),
});

const schema: z.ZodType<ProtectedSettings> = z.object({
  maxOrderCost: usd.refine((limit) => limit <= MAX_ORDER_COST),
  risk: storedRisk.default(DEFAULT_RISK),
  screenLockMinutes: minutes,
  keysLockMinutes: minutes,
  panicFlattens: z.boolean().default(false),
  walletPins: walletPinsSchema,
  custodial: z.record(parsedBy(z.string(), parseCustodialId), custodialAgreement).default({}),
  marketPins: z.record(parsedBy(z.string(), parseMarketId), marketPin),
  addresses: z
    .array(z.object({ address, label: z.string().min(1).max(40), addedAtMs: count, usedAtMs: count.nullable() }))
    .max(100)
    .readonly()
    .default([]),
  sessionKeys: storedSessionKeys.default(NO_STORED_SESSION_KEYS),
  consent: storedConsent.nullable().default(null),
  build: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable()
    .default(null),
  loss: z
    .object({
      reason: z.enum(['missing', 'altered', 'older', 'unreadable']),
      groups: z.array(z.enum(GROUPS)).min(1),
    })
    .nullable(),
});

/** Settings of earlier versions of this program, in files that nothing authenticated. */
export interface LegacySettings {
  /** Null: none. */
  find(): Partial<ProtectedSettings> | null;
  remove(): void;
}

export interface ProtectedSettingsOptions {
  readonly path: string;
  readonly vault: RecordVault;
  readonly network: string;
  readonly origin: string;
  readonly legacy: LegacySettings;
  readonly reserve?: Pick<DiskReserve, 'write'>;
  now(): number;
  onFault(error: unknown): void;
}

export interface ProtectedSettingsStore {
  value(): ProtectedSettings;
  /** Saves values that need no step-up: pins, a baseline. A reported loss stays. On disk when this returns. */
  save(change: Partial<Omit<ProtectedSettings, 'loss'>>): void;
  /** Saves values that a person set after a step-up, and ends the loss of their group. On disk when this returns. */
  saveConfirmed(group: ProtectedGroup, change: Partial<Omit<ProtectedSettings, 'loss'>>): void;
  /** Called after a save, and after the vault was unlocked. */
  onChange(listener: () => void): () => void;
  /** Resolves when the vault has the counter of the latest save. */
  idle(): Promise<void>;
  /** The same, and no longer follows the vault. */
  close(): Promise<void>;
}

/** Opens the settings; call it before other modules listen to the vault, so that they find the values of an unlocked vault. */
export function openProtectedSettings(options: ProtectedSettingsOptions): ProtectedSettingsStore {
  const { vault, legacy, onFault } = options;
  const changes = createEmitter<void>(onFault);
  const file: ProtectedFile<ProtectedSettings> = openProtectedFile({
    ...options,
    parse: (value) => parseStored(schema, value, 'protected settings'),
  });
  let value = PROTECTED_DEFAULTS;
  let isLoaded = false;

  function load(): void {
    const found = file.load();
    switch (found.at) {
      case 'valid':
        value = found.value;
        break;
      case 'lost':
        value = buildStrictest(found.reason);
        break;
      case 'none':
        value = PROTECTED_DEFAULTS;
        takeOverLegacy();
    }
  }

  function takeOverLegacy(): void {
    try {
      const found = legacy.find();
      if (found === null) return;
      write({ ...PROTECTED_DEFAULTS, ...found });
      legacy.remove();
    } catch (error) {
      onFault(error);
    }
  }

  function write(next: ProtectedSettings): void {
    file.save(next);
    value = next;
  }

  function applyVault(): void {
    const isUnlocked = vault.status().at === 'unlocked';
    if (isUnlocked === isLoaded) return;
    isLoaded = isUnlocked;
    if (!isUnlocked) return;
    load();
    changes.emit();
  }

  const removeListener = vault.onChange(applyVault);
  applyVault();
  return {
    value: () => value,
    save(change) {
      write({ ...value, ...change });
      changes.emit();
    },
    saveConfirmed(group, change) {
      const groups = value.loss?.groups.filter((other) => other !== group) ?? [];
      const loss = value.loss === null || groups.length === 0 ? null : { ...value.loss, groups };
      write({ ...value, ...change, loss });
      changes.emit();
    },
    onChange: changes.on,
    idle: file.idle,
    close() {
      removeListener();
      return file.idle();
    },
  };
}
