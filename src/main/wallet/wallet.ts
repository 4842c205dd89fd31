/**
 * Wallet setup: reads the configuration, shows its calls decoded, signs and relays exactly the calls that were shown.
 *
 * Invariants  A changed pinned value raises an alarm, also when it changed in an earlier run. Nothing is signed before every
 *             listed call is recomputed and allowed; no await separates that check from the signing request. Calls are
 *             relayed by the queue, in nonce order, each after the one before it was executed.
 * Errors      WalletError when setup must stop; errors of reads and of the vault pass through.
 * Source      docs/exchange-interface.md#endpoints-wallet; docs/assumptions.md#served-call-checks.
 */
import { describeError } from '#shared/base/describeError.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { SetupCallView, SetupView } from '#shared/ipc/views.ts';
import type { ReadFailure } from '#shared/market/readFailure.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import { type CustodialSign, isNoWallet } from '#shared/order/account/custodial.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';
import type { WalletChange } from '#shared/order/wallet/walletChanges.ts';
import { formatWalletChanges } from '#shared/text/wallet/walletChanges.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import { buildRelayedTx } from '#wire/eip712/safeTx.ts';
import { type CallCodec, loadCallCodec } from './callCodec.ts';
import { openPins } from './pins.ts';
import { evaluateSetupCalls, safeDomainOf } from './setupCalls.ts';
import { buildPlan, checkUnchanged, findCall, findStatus, type SetupPlan } from './setupPlan.ts';
import { buildSetupCalls, readProgress, relaySetup } from './setupRelay.ts';
import type { Wallet, WalletOptions } from './walletApi.ts';
import { refuseSetup, WalletError } from './walletError.ts';
import { buildPin, checkMarketRecord, listChanges } from './walletRecord.ts';

export type { Wallet, WalletOptions } from './walletApi.ts';

const READ_DELAYS_MS = [0, 500, 1_000, 2_000, 4_000];
type Progress = SetupCallView['progress'];
interface Alarm {
  readonly owner: string;
  /** Null: no wallet. */
  readonly found: WalletPin | null;
  readonly changes: readonly WalletChange[];
}
type Report = (hash: Hex32, step: Progress) => void;

/** The latest configuration, and the codec that decodes its calls. */
interface Reading {
  readonly record: WalletRecord;
  readonly codec: CallCodec;
}

export function openWallet(options: WalletOptions): Wallet {
  const { readDelaysMs = READ_DELAYS_MS, allowedMultiSends = [] } = options;
  const emitter = createEmitter();
  const pins = openPins(options.pins ?? null);
  let reading: Reading | null = null;
  let noWallet: CustodialSign | null = null;
  let failure: ReadFailure | null = null;
  let view: SetupView | null = null;
  /** Rises with `forget`: discards a read that started before it. */
  let epoch = 0;
  let running: Promise<SetupView> | null = null;
  /** Ends the wait of a run whose account was switched; its calls stay in the queue. */
  let abandon = (_error: WalletError): void => undefined;
  let alarm: Alarm | null = null;

  const ownerKey = (): string => options.owner() ?? '';

  const currentChanges = (): readonly WalletChange[] => (alarm?.owner === ownerKey() ? alarm.changes : []);

  const show = (next: SetupView | null): void => {
    view = next;
    emitter.emit();
  };

  function buildView({ record, codec }: Reading, progress: ReadonlyMap<Hex32, Progress>): SetupView {
    const calls = evaluateSetupCalls(record, { owner: options.owner(), allowedMultiSends }, codec);
    const warning = pins.warning();
    return {
      ...(warning === null ? {} : { warning }),
      safe: record.proxyAddress,
      owner: record.ownerAddress,
      chainId: record.chainId,
      domainName: record.domainName,
      exchange: record.exchangeAddress,
      signatureType: record.signatureType,
      threshold: record.threshold,
      status: findStatus(record),
      calls: calls.map((call) => ({ ...call, progress: progress.get(call.hash) ?? call.progress })),
    };
  }

  async function read(): Promise<Reading> {
    const startEpoch = epoch;
    const next = await fetch().catch((error: unknown) => {
      if (epoch === startEpoch) noteFailure(error);
      throw error;
    });
    failure = null;
    if (running === null) show(buildView(next, readProgress(options.relays)));
    return next;
  }

  /** An alarm and an account without a wallet are answers, and were reported. */
  function noteFailure(error: unknown): void {
    const isAnswer = noWallet !== null || currentChanges().length > 0;
    failure = isAnswer ? null : (options.explainRead?.(error) ?? { code: 'other', parameters: {} });
    if (!isAnswer) emitter.emit();
  }

  async function fetch(): Promise<Reading> {
    const startEpoch = epoch;
    const [record, codec] = await Promise.all([options.fetchWallet(), loadCallCodec()]);
    if (epoch !== startEpoch) throw accountChanged('Expected one account, found another after the read');
    const owner = ownerKey();
    const pin = pins.find(owner);
    if (isNoWallet(record)) throw noteNoWallet(owner, pin, record.noWallet);
    noWallet = null;
    const found = buildPin(record);
    const changes = pin !== null || pins.isLost() ? listChanges(pin, found) : [];
    if (changes.length > 0) throw raiseAlarm({ owner, found, changes });
    alarm = null;
    if (pin === null) pins.pinFirst(owner, found);
    reading = { record, codec };
    return reading;
  }

  function raiseAlarm(next: Alarm): WalletError {
    alarm = next;
    emitter.emit();
    const { changes } = next;
    return new WalletError(
      { code: 'WALLET_CHANGED', parameters: { changes } },
      `Expected the pinned wallet configuration, found changes: ${formatWalletChanges(changes)}`,
    );
  }

  /** A refusal may pass, so it is no change of a wallet that was agreed to; a record without a wallet is one. */
  function noteNoWallet(owner: string, pin: WalletPin | null, sign: CustodialSign): WalletError {
    if (pin !== null) {
      if (sign.code === 'refused') {
        return refuseSetup(
          { code: 'walletRefused', parameters: { codes: sign.parameters.codes } },
          'Expected the wallet that was agreed to, found a refusal',
        );
      }
      const changes: WalletChange[] = [{ code: 'noWallet', parameters: { before: pin.proxyAddress } }];
      return raiseAlarm({ owner, found: null, changes });
    }
    alarm = null;
    reading = null;
    noWallet = sign;
    show(null);
    return refuseSetup({ code: 'noWallet', parameters: {} }, 'Expected a wallet, found none');
  }

  /** Two runs could relay one nonce twice; a run that a restart interrupted continues in the queue. */
  function refuseSecondRun(): void {
    if (running === null && readProgress(options.relays).size === 0) return;
    throw refuseSetup({ code: 'setupRunning', parameters: {} }, 'Expected no setup under way, found one');
  }

  async function run(password: string, { record, calls: plan, epoch: startEpoch }: SetupPlan): Promise<SetupView> {
    const progress = new Map<Hex32, Progress>();
    const first = await fetch();
    if (epoch !== startEpoch) throw accountChanged('Expected the account of the question, found another');
    checkUnchanged({ record, calls: plan, epoch: startEpoch }, first.record);
    let calls = plan;
    const report: Report = (hash, step) => {
      if (epoch !== startEpoch) return;
      progress.set(hash, step);
      calls = calls.map((call) => (call.hash === hash ? { ...call, progress: step } : call));
      show({ ...buildView(reading ?? first, progress), calls });
    };
    const signatures = await signAll(plan, record, password, report);
    const signed = buildSetupCalls(plan, record, signatures, report);
    const forgotten = new Promise<never>((_resolve, reject) => {
      abandon = reject;
    });
    await Promise.race([relaySetup(signed, options.relays, report), forgotten]);
    return settle(plan, calls, progress);
  }

  /** Signs every call of the plan at once, so that the password is stretched once; nothing is relayed yet. */
  async function signAll(
    plan: readonly SetupCallView[],
    record: WalletRecord,
    password: string,
    report: Report,
  ): Promise<ReadonlyMap<Hex32, Hex>> {
    const domain = safeDomainOf(record);
    const requests = plan.map(({ hash }) => ({ tx: buildRelayedTx(findCall(record, hash)), domain }));
    for (const { hash } of plan) report(hash, { at: 'signing' });
    const signed = await options.signSafeTxs(requests, password).finally(() => {
      for (const { hash } of plan) report(hash, { at: 'waiting' });
    });
    return new Map(signed.map(({ hash, signature }) => [hash, signature]));
  }

  /** Reads again, a bounded number of times, until `isExpected`; an alarm ends it. */
  async function awaitRecord(isExpected: (record: WalletRecord) => boolean): Promise<boolean> {
    for (const delayMs of readDelaysMs) {
      await options.wait(delayMs);
      try {
        if (isExpected((await fetch()).record)) return true;
      } catch (error) {
        // A failed read is tried again; a changed configuration stops the setup.
        if (error instanceof WalletError) throw error;
      }
    }
    return false;
  }

  async function settle(
    plan: readonly SetupCallView[],
    previous: readonly SetupCallView[],
    progress: ReadonlyMap<Hex32, Progress>,
  ): Promise<SetupView> {
    const isReady = await awaitRecord((record) => findStatus(record) === 'ready');
    const last = reading;
    if (last === null)
      throw refuseSetup({ code: 'notRead', parameters: {} }, 'Expected a wallet configuration, found none');
    const now = buildView(last, progress);
    const calls = isReady ? previous.map((call) => ({ ...call, progress: { at: 'done' } as const })) : now.calls;
    const next = { ...now, calls: plan.length > 0 ? calls : now.calls };
    show(next);
    return next;
  }

  return {
    read: async () => buildView(await read(), readProgress(options.relays)),
    readRecord: async () => (await read()).record,
    planSetup(hashes) {
      refuseSecondRun();
      if (reading === null) {
        throw refuseSetup({ code: 'notRead', parameters: {} }, 'Expected a wallet configuration, found none');
      }
      return buildPlan(reading.record, buildView(reading, new Map()).calls, hashes, epoch);
    },
    async setup(password, plan) {
      refuseSecondRun();
      running = run(password, plan).finally(() => {
        running = null;
      });
      return running;
    },
    view: () => view,
    readFailure: () => failure,
    noWallet: () => noWallet,
    record: () => (currentChanges().length > 0 ? null : (reading?.record ?? null)),
    account() {
      const named =
        alarm?.owner === ownerKey()
          ? alarm.found
          : (reading?.record ?? (noWallet === null ? pins.find(ownerKey()) : null));
      return named?.proxyAddress ?? null;
    },
    checkMarketRecord(record, market) {
      const changes = currentChanges();
      if (changes.length > 0) return { code: 'differsFromAccount', parameters: { changes } };
      return checkMarketRecord(reading?.record ?? null, record, market);
    },
    changes: currentChanges,
    acceptChanges(changes) {
      if (alarm === null || formatWalletChanges(changes) !== formatWalletChanges(alarm.changes)) {
        throw refuseSetup(
          { code: 'changedAgain', parameters: {} },
          'Expected the changes that were shown, found others',
        );
      }
      try {
        if (alarm.found === null) pins.remove(alarm.owner);
        else pins.pin(alarm.owner, alarm.found);
      } catch (error) {
        throw refuseSetup(
          { code: 'changesNotSaved', parameters: {} },
          `Expected to save the accepted changes: ${describeError(error)}`,
        );
      }
      alarm = null;
    },
    forget() {
      epoch += 1;
      abandon(accountChanged('Expected one account, found another during setup'));
      reading = null;
      noWallet = null;
      failure = null;
      show(null);
    },
    onChange: (listener) => emitter.on(listener),
  };
}

function accountChanged(message: string): WalletError {
  return refuseSetup({ code: 'accountChanged', parameters: {} }, message);
}
