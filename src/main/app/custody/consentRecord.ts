/**
 * Consent record: compares conditional orders and order journal with what the vault vouches for, and keeps that up to date.
 *
 * Invariants  Compared at each unlock, before anything is read from the stores. A loss halts only what depends on the lost entries,
 *             and is kept until a person confirms it. Saved when a conditional order is armed, changed or ended, when exits are
 *             prepared, when a tenth of the day's bound was used, at the unlock and when the program ends: never on the way of an order.
 * Errors      `record` and `noteLots` throw what a save of the protected settings throws, or VaultError LOCKED; everything else goes
 *             to `onFault`.
 * Source      docs/decisions/0034-authenticated-stores.md
 */
import type { Scheduler } from '#shared/base/clock.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ChainHead } from '#shared/order/conditional/entry.ts';
import type { ConsentLoss, DayUse, Distrust, RecordedLot, StoredConsent } from '#shared/order/consent.ts';
import type { RiskView } from '#shared/order/risk/state.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { startOfDay } from '#shared/units/time.ts';
import { ZERO_USD } from '#shared/units/usd.ts';
import type { ConditionalJournal } from '../../storage/conditionalJournal.ts';
import type { OrderJournal } from '../../storage/journal.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { ConditionalStore } from '../../trading/conditionals/ports.ts';
import type { RecordedConsent } from '../../trading/ports.ts';
import type { Vault } from '../../vault/vault.ts';
import { lockedError } from '../../vault/vaultError.ts';

/** The use of the day's bound is recorded in tenths of it. */
const USE_PARTS = 10n;
const SAVE_USE_AFTER_MS = 1_000;

export interface ConsentRecord extends RecordedConsent {
  /** Conditional orders, each compared with the record. */
  readonly conditionalStore: ConditionalStore;
  losses(): readonly ConsentLoss[];
  /** A person confirmed these losses. */
  acceptLosses(confirmed: readonly ConsentLoss[]): void;
  /** Value given away today, after an order. */
  noteUse(risk: Pick<RiskView, 'dayStartsAtMs' | 'givenAwayToday' | 'limits'>): void;
  /** Lots that can be sent from now on. On disk when it returns. */
  noteLots(lots: readonly RecordedLot[]): void;
  /** Saves the ends of all chains, while the keys are still there. */
  saveLast(): void;
  close(): void;
}

export interface ConsentRecordOptions {
  readonly vault: Pick<Vault, 'status' | 'onChange' | 'sealStep' | 'isSealedStep'>;
  readonly settings: Pick<ProtectedSettingsStore, 'value' | 'save'>;
  readonly journal: Pick<OrderJournal, 'sealWith' | 'head' | 'findBreak'>;
  readonly conditionals: ConditionalJournal;
  now(): number;
  readonly schedule: Scheduler;
  onFault(error: unknown): void;
}

const LOSS_OF: Readonly<Partial<Record<Distrust, ConsentLoss['reason']>>> = {
  stepsAltered: 'altered',
  notRecorded: 'older',
  olderCopy: 'older',
};

export function openConsentRecord(options: ConsentRecordOptions): ConsentRecord {
  const { vault, settings, journal, conditionals, now, schedule, onFault } = options;
  journal.sealWith(vault);
  conditionals.sealWith(vault);
  let isUnlocked = false;
  /** Null: a version without the record ran last, or this vault is new. */
  let atUnlock: StoredConsent | null = null;
  let cancelUse: (() => void) | null = null;

  const noUse = (): DayUse => ({ dayStartsAtMs: startOfDay(now()), givenAway: ZERO_USD, isLost: false });
  const current = (): StoredConsent =>
    settings.value().consent ?? { conditionals: [], journal: journal.head(), use: noUse(), lots: [], losses: [] };
  const isOlderVault = (): boolean => vault.status().older !== null;

  /** Saves a part, with the present ends of all chains. */
  function save(part: Partial<StoredConsent>): void {
    if (vault.status().at !== 'unlocked') throw lockedError();
    const before = current();
    const withHeads = (part.conditionals ?? before.conditionals).map((one) => {
      const head = conditionals.head(one.id);
      return head === null ? one : { ...one, ...head };
    });
    const lots = (part.lots ?? before.lots).filter(({ expiresAtMs }) => expiresAtMs > now());
    settings.save({ consent: { ...before, journal: journal.head(), ...part, lots, conditionals: withHeads } });
  }

  function trySave(part: Partial<StoredConsent>): void {
    try {
      save(part);
    } catch (error) {
      onFault(error);
    }
  }

  /** The losses with these, one for each store and reason; the larger count. */
  function addLosses(added: readonly ConsentLoss[]): readonly ConsentLoss[] {
    const all = new Map(current().losses.map((one) => [`${one.store} ${one.reason}`, one]));
    for (const one of added) {
      const key = `${one.store} ${one.reason}`;
      all.set(key, { ...one, count: Math.max(one.count, all.get(key)?.count ?? 0) });
    }
    return [...all.values()];
  }

  function noteLosses(added: readonly ConsentLoss[]): void {
    const losses = addLosses(added);
    if (JSON.stringify(losses) !== JSON.stringify(current().losses)) trySave({ losses });
  }

  function compare(): void {
    const { consent, loss } = settings.value();
    atUnlock = consent;
    if (atUnlock === null && loss !== null) {
      // The record is lost with the settings that it is a part of: nothing says how much of the bound was used.
      atUnlock = { ...current(), use: { ...noUse(), isLost: true } };
      trySave(atUnlock);
    }
    if (atUnlock === null) {
      if (journal.head().number > 0) trySave({});
      return;
    }
    const day = startOfDay(now());
    // A break found earlier today is known: only later lines are compared.
    const isKnown = atUnlock.use.isLost && atUnlock.use.dayStartsAtMs === day;
    const reason = journal.findBreak(atUnlock.journal, isKnown ? now() : day);
    if (reason === null) {
      if (atUnlock.journal.number !== journal.head().number) trySave({});
      return;
    }
    const { dayStartsAtMs, givenAway } = atUnlock.use;
    const today = noUse();
    const isToday = today.dayStartsAtMs === dayStartsAtMs;
    const use: DayUse = { ...today, givenAway: isToday ? givenAway : ZERO_USD, isLost: true };
    atUnlock = { ...atUnlock, use };
    trySave({ use, losses: addLosses([{ store: 'orders', reason, count: 0 }]) });
  }

  function applyVault(): void {
    const next = vault.status().at === 'unlocked';
    if (next === isUnlocked) return;
    isUnlocked = next;
    if (!next) return;
    try {
      compare();
    } catch (error) {
      onFault(error);
    }
  }

  function findDistrust(
    {
      id,
      chain,
      steps,
    }: { readonly id: ConditionalId; readonly chain: 'sealed' | 'unsealed' | 'altered'; readonly steps: number },
    account: AccountId,
  ): Distrust | null {
    if (isOlderVault()) return 'olderVault';
    if (chain === 'altered') return 'stepsAltered';
    if (chain === 'unsealed') return 'olderVersion';
    const recorded = current().conditionals.find((one) => one.id === id && one.account === account);
    if (recorded === undefined) return 'notRecorded';
    if (steps < recorded.steps) return 'olderCopy';
    return null;
  }

  const conditionalStore: ConditionalStore = {
    append: conditionals.append,
    dismiss: conditionals.dismiss,
    noteWatched: conditionals.noteWatched,
    watchedUntilMs: conditionals.watchedUntilMs,
    bytes: conditionals.bytes,
    load(account) {
      const found = conditionals.load(account).map((one) => ({ ...one, distrust: findDistrust(one, account) }));
      const known = new Set(found.map(({ id }) => id));
      const missing = current().conditionals.filter((one) => one.account === account && !known.has(one.id));
      if (missing.length > 0) noteLosses([{ store: 'conditionals', reason: 'missing', count: missing.length }]);
      return found;
    },
    areOrdersLost: () => atUnlock?.use.isLost === true && atUnlock.use.dayStartsAtMs === startOfDay(now()),
    noteDistrusted(why) {
      const reasons = why.flatMap((one) => LOSS_OF[one] ?? []);
      const added = [...new Set(reasons)].map((reason): ConsentLoss => {
        return { store: 'conditionals', reason, count: reasons.filter((one) => one === reason).length };
      });
      if (added.length > 0) noteLosses(added);
    },
    record(account, ids) {
      if (isOlderVault()) throw lockedError();
      const others = current().conditionals.filter((one) => one.account !== account);
      const own = ids.map((id) => ({ id, account, ...(conditionals.head(id) ?? NO_HEAD) }));
      save({ conditionals: [...others, ...own] });
    },
    isRecorded(account, ids) {
      const recorded = current().conditionals.filter((one) => one.account === account);
      return recorded.length === ids.length && recorded.every(({ id }) => ids.includes(id));
    },
    canRecord: () => vault.status().at === 'unlocked' && !isOlderVault(),
  };

  const removeListener = vault.onChange(applyVault);
  applyVault();
  return {
    conditionalStore,
    use: () => atUnlock?.use ?? null,
    lots: () => (atUnlock?.use.isLost === true ? atUnlock.lots : []),
    losses: () => settings.value().consent?.losses ?? [],
    acceptLosses(confirmed) {
      const seen = new Set(confirmed.map((one) => JSON.stringify(one)));
      save({ losses: current().losses.filter((one) => !seen.has(JSON.stringify(one))) });
    },
    noteUse({ dayStartsAtMs, givenAwayToday, limits }) {
      if (vault.status().at !== 'unlocked') return;
      const { use } = current();
      const isToday = use.dayStartsAtMs === dayStartsAtMs;
      const recorded = isToday ? use.givenAway : ZERO_USD;
      const difference = givenAwayToday > recorded ? givenAwayToday - recorded : recorded - givenAwayToday;
      if (difference === 0n || difference * USE_PARTS < limits.dayGivenAway) return;
      cancelUse ??= schedule(SAVE_USE_AFTER_MS, () => {
        cancelUse = null;
        const isLost = isToday && use.isLost;
        if (vault.status().at === 'unlocked') trySave({ use: { dayStartsAtMs, givenAway: givenAwayToday, isLost } });
      });
    },
    noteLots(lots) {
      const known = new Set(current().lots.map(({ digest }) => digest));
      const added = lots
        .filter(({ digest }) => !known.has(digest))
        .map(({ digest, market, side, price, shares, expiresAtMs }) => {
          return { digest, market, side, price, shares, expiresAtMs };
        });
      if (added.length > 0) save({ lots: [...current().lots, ...added] });
    },
    saveLast() {
      if (vault.status().at === 'unlocked' && settings.value().consent !== null) trySave({});
    },
    close() {
      cancelUse?.();
      removeListener();
    },
  };
}

const NO_HEAD: ChainHead = { steps: 0, seal: '' };
