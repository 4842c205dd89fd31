/**
 * The wallet's set-up: reads what is left to do, shows it decoded, signs and relays exactly what the person saw.
 *
 * Invariants  A change of a pinned fact since a person last agreed, in this run or a former one, is an alarm.
 *             Nothing is signed before every listed call was recomputed and allowed. Calls go out in nonce order, and
 *             after a lost answer the configuration is read again before anything else leaves.
 * Errors      WalletError when set-up must not go on; errors of reads and of the vault pass through.
 * Source      exchange-interface, Wallet; protocol-facts §4.
 */
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import type { Market } from '#shared/market/market.ts';
import type { MarketWalletRecord, SetupCall, WalletRecord } from '#shared/order/account.ts';
import type { Address, Hex, Hex32 } from '#shared/units/ids.ts';
import type { SafeDomain } from '#wire/eip712/domain.ts';
import { buildRelayedTx, type SafeTx } from '#wire/eip712/safeTx.ts';
import type { RelayRequest } from '#wire/messages/relay.ts';
import { openPins, type PinMemory } from './pins.ts';
import { evaluateSetupCalls, safeDomainOf } from './setupCalls.ts';
import { WalletError } from './walletError.ts';
import { buildPin, checkMarketRecord, listChanges, type WalletPin } from './walletRecord.ts';

export interface WalletOptions {
  readonly fetchWallet: () => Promise<WalletRecord>;
  /** Throws on a refusal and on a lost answer alike: either way the configuration tells what happened. */
  readonly relay: (request: RelayRequest) => Promise<{ readonly tx: string }>;
  /** Answers one signature a request, in their order. */
  readonly signSafeTxs: (
    requests: readonly { readonly tx: SafeTx; readonly domain: SafeDomain }[],
    password: string,
  ) => Promise<readonly { readonly hash: Hex32; readonly signature: Hex }[]>;
  readonly owner: () => Address | null;
  readonly wait: (ms: number) => Promise<void>;
  readonly allowedMultiSends?: readonly Address[];
  /** What was agreed to in former runs; without it only this run is remembered. */
  readonly pins?: PinMemory;
  /** Waits between the reads that look for a relayed call to be executed. */
  readonly readDelaysMs?: readonly number[];
}

export interface Wallet {
  /** Reads the configuration; throws WalletError when a pinned fact changed since the last read. */
  read(): Promise<SetupView>;
  /** Signs and relays what is left of the calls with these hashes; resumes where a former run stopped. */
  setup(password: string, hashes: readonly string[]): Promise<SetupView>;
  view(): SetupView | null;
  /** Reason why this record must not sign orders of this market, or null. */
  checkMarketRecord(record: MarketWalletRecord, market: Market | null): string | null;
  /** What `read` complained of, in words with both values; empty when it did not. */
  changes(): readonly string[];
  /** A person agreed to exactly these changes: they are pinned, and any other change is an alarm again. */
  acceptChanges(changes: readonly string[]): void;
  /** Another member, or none: forgets what was read, but not what a person agreed to. */
  forget(): void;
  onChange(listener: () => void): () => void;
}

const READ_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000];
type Progress = SetupCallView['progress'];
interface Alarm {
  readonly key: string;
  readonly found: WalletPin;
  readonly changes: readonly string[];
}
type Report = (hash: Hex32, step: Progress) => void;

export function openWallet(options: WalletOptions): Wallet {
  const { readDelaysMs = READ_DELAYS_MS, allowedMultiSends = [] } = options;
  const listeners = new Set<() => void>();
  const pins = openPins(options.pins ?? null);
  let record: WalletRecord | null = null;
  let view: SetupView | null = null;
  /** Rises with `forget`: a read that began before must not come back. */
  let epoch = 0;
  let running: Promise<SetupView> | null = null;
  let alarm: Alarm | null = null;

  const show = (next: SetupView | null): void => {
    view = next;
    for (const listener of listeners) listener();
  };

  function buildView(read: WalletRecord, progress: ReadonlyMap<Hex32, Progress>): SetupView {
    const calls = evaluateSetupCalls(read, { owner: options.owner(), allowedMultiSends });
    const warning = pins.warning(options.owner() ?? '');
    return {
      ...(warning === null ? {} : { warning }),
      safe: read.proxyAddress,
      owner: read.ownerAddress,
      chainId: read.chainId,
      domainName: read.domainName,
      exchange: read.exchangeAddress,
      signatureType: read.signatureType,
      status: statusOf(read),
      calls: calls.map((call) => ({ ...call, progress: progress.get(call.hash) ?? call.progress })),
    };
  }

  async function fetch(): Promise<WalletRecord> {
    const began = epoch;
    const read = await options.fetchWallet();
    if (epoch !== began)
      throw new WalletError('Expected one account, found another after the read', 'The account changed: read again');
    const key = options.owner() ?? '';
    const pin = pins.find(key);
    const found = buildPin(read);
    const changes = pin ? listChanges(pin, found) : [];
    if (changes.length > 0) {
      alarm = { key, found, changes };
      throw new WalletError(
        `Expected the wallet configuration as it was, found changes: ${changes.join('; ')}`,
        `The exchange changed your wallet’s configuration: ${changes.join('; ')}. Nothing is signed until you accept that`,
        'changed',
      );
    }
    alarm = null;
    if (pin === null) pins.meet(key, found);
    record = read;
    return read;
  }

  async function run(password: string, hashes: readonly string[]): Promise<SetupView> {
    const progress = new Map<Hex32, Progress>();
    const began = epoch;
    const first = await fetch();
    const plan = buildView(first, progress).calls;
    checkPlan(plan, first, hashes);
    let shown = plan;
    const report: Report = (hash, step) => {
      if (epoch !== began)
        throw new WalletError('Expected one account, found another during set-up', 'The account changed: read again');
      progress.set(hash, step);
      shown = shown.map((call) => (call.hash === hash ? { ...call, progress: step } : call));
      show({ ...buildView(record ?? first, progress), calls: shown });
    };
    const signatures = await signAll(plan, first, password, report);
    for (const { hash } of plan) {
      await carryOut(hash, first, signatures.get(hash), report);
    }
    return settle(plan, shown, progress);
  }

  /** Every call of the plan at once, so that the password is stretched once; nothing has left yet. */
  async function signAll(
    plan: readonly SetupCallView[],
    first: WalletRecord,
    password: string,
    report: Report,
  ): Promise<ReadonlyMap<Hex32, Hex>> {
    if (plan.length === 0) return new Map();
    const domain = safeDomainOf(first);
    const requests = plan.map(({ hash }) => ({ tx: buildRelayedTx(findCall(first, hash)), domain }));
    for (const { hash } of plan) report(hash, { at: 'signing' });
    const signed = await options.signSafeTxs(requests, password).finally(() => {
      for (const { hash } of plan) report(hash, { at: 'waiting' });
    });
    return new Map(signed.map(({ hash, signature }) => [hash, signature]));
  }

  /** One call: relayed, and looked for until it is no longer listed. */
  async function carryOut(hash: Hex32, first: WalletRecord, signature: Hex | undefined, report: Report): Promise<void> {
    const call = findCall(first, hash);
    if (record?.setupCalls.every((listed) => listed.hash !== hash)) {
      report(hash, { at: 'done' });
      return;
    }
    const fail = (why: string): WalletError => {
      report(hash, { at: 'failed', why });
      return new WalletError(`Expected set-up call ${call.nonce} to be relayed: ${why}`, why);
    };
    if (signature === undefined) throw fail('The signature is over another hash than the one you saw');
    let lost: string | null = null;
    try {
      const { to, data, operation } = call;
      await options.relay({ safe: first.proxyAddress, to, value: 0n, data, operation, signature });
      report(hash, { at: 'relayed' });
    } catch (error) {
      lost = error instanceof Error ? error.message : 'no answer';
    }
    const isExecuted = await awaitRecord((read) => read.setupCalls.every((listed) => listed.hash !== hash));
    if (isExecuted) report(hash, { at: 'done' });
    else if (lost !== null) {
      throw fail(`The relay did not take the call (${lost}) and it is still to be done: read again, then try again`);
    }
  }

  /** Reads again, a bounded number of times, until `isThere`; an alarm ends it. */
  async function awaitRecord(isThere: (read: WalletRecord) => boolean): Promise<boolean> {
    for (const delayMs of readDelaysMs) {
      await options.wait(delayMs);
      try {
        if (isThere(await fetch())) return true;
      } catch (error) {
        // A read that failed says nothing; a changed configuration says stop.
        if (error instanceof WalletError) throw error;
      }
    }
    return false;
  }

  async function settle(
    plan: readonly SetupCallView[],
    shown: readonly SetupCallView[],
    progress: ReadonlyMap<Hex32, Progress>,
  ): Promise<SetupView> {
    const isReady = await awaitRecord((read) => statusOf(read) === 'ready');
    const last = record;
    if (last === null) throw new WalletError('Expected a wallet configuration, found none');
    const now = buildView(last, progress);
    const calls = isReady ? shown.map((call) => ({ ...call, progress: { at: 'done' } as const })) : now.calls;
    const next = { ...now, calls: plan.length > 0 ? calls : now.calls };
    show(next);
    return next;
  }

  return {
    async read() {
      const next = buildView(await fetch(), new Map());
      if (running === null) show(next);
      return next;
    },
    setup(password, hashes) {
      // A second click joins the first run: two runs could relay one nonce twice.
      running ??= run(password, hashes).finally(() => {
        running = null;
      });
      return running;
    },
    view: () => view,
    checkMarketRecord: (held, market) => checkMarketRecord(record, held, market),
    changes: () => (alarm?.key === (options.owner() ?? '') ? alarm.changes : []),
    acceptChanges(changes) {
      if (alarm === null || changes.join('\n') !== alarm.changes.join('\n')) {
        throw new WalletError(
          'Expected the changes that were shown, found others',
          'The wallet changed again: read it again',
        );
      }
      try {
        pins.keep(alarm.key, alarm.found);
      } catch (error) {
        throw new WalletError(
          `Expected to save what was accepted: ${error instanceof Error ? error.message : 'no reason given'}`,
          'What you accepted could not be saved, so nothing was accepted: make room on the disk and try again',
        );
      }
      alarm = null;
    },
    forget() {
      epoch += 1;
      record = null;
      show(null);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function findCall(record: WalletRecord, hash: Hex32): SetupCall {
  const call = record.setupCalls.find((listed) => listed.hash === hash);
  if (!call) throw new WalletError('Expected the call that was shown, found none');
  return call;
}

function statusOf(record: WalletRecord): SetupView['status'] {
  if (record.safeStatus === 'ready') return record.setupReady ? 'ready' : 'setup_required';
  return record.safeStatus === 'setup_required' ? 'setup_required' : 'unrecognised';
}

/** Throws unless every listed call may be signed and was seen by the person. */
function checkPlan(plan: readonly SetupCallView[], record: WalletRecord, hashes: readonly string[]): void {
  if (statusOf(record) === 'unrecognised') {
    throw new WalletError(
      'Expected a known wallet status',
      'The exchange names a wallet status that Adyton does not know: nothing was signed',
    );
  }
  const refused = plan.find((call) => call.refusal !== null);
  if (refused) {
    throw new WalletError(
      `Expected set-up call ${refused.nonce} to be allowed: ${refused.refusal}`,
      refused.refusal ?? '',
    );
  }
  if (plan.some((call) => !hashes.includes(call.hash))) {
    throw new WalletError(
      'Expected the set-up calls that were shown, found others',
      'The set-up calls are not those you saw: look at them again. Nothing was signed',
    );
  }
}
