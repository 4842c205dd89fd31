/**
 * Session keys: prepares a key, checks the calls that authorise it, signs exactly those that were shown and queues them.
 *
 * Units       Expiry in Unix seconds; view in ms.
 * Invariants  Nothing is signed before the member confirmed the handler of this wallet. An authorisation is stored before its
 *             calls are queued, as unconfirmed; only the execution of the last one confirms it. The keys themselves stay in the
 *             vault and sign nothing: what they would sign is not shown.
 * Errors      WalletError SETUP_REFUSED; errors of the vault and of the exchange pass through.
 * Source      docs/exchange-interface.md#session-key; docs/assumptions.md#session-key-grant, #session-key-signing.
 */
import { deepFreeze } from '#shared/base/deepFreeze.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import type { SessionGrantView, SessionKeysView } from '#shared/ipc/views.ts';
import type { SetupCall, WalletRecord } from '#shared/order/account/account.ts';
import { ORDER_DOMAIN_VERSION } from '#shared/order/orderDomain.ts';
import type { SessionAuthorisation, SessionHandler, StoredSessionKeys } from '#shared/order/wallet/sessionKeys.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { WALLET_REFUSALS } from '#shared/text/wallet/walletRefusals.ts';
import type { Hex, Hex32 } from '#shared/units/ids.ts';
import { buildRelayedTx } from '#wire/eip712/safeTx.ts';
import type { SessionKeyGrant, SessionKeyRequest } from '#wire/messages/sessionKey.ts';
import { loadCallCodec } from './callCodec.ts';
import { isOpen } from './relayLife.ts';
import type { RelayQueue } from './relayQueue.ts';
import { evaluateSessionCalls } from './sessionKeyCalls.ts';
import { buildSessionCalls, isUnderWay, settleAuthorisation } from './sessionRelay.ts';
import { safeDomainOf } from './setupCalls.ts';
import { findStatus } from './setupPlan.ts';
import type { Wallet, WalletOptions } from './walletApi.ts';
import { refuseSetup, type WalletError } from './walletError.ts';

/**
 * Interface of the session keys.
 *
 * Units       Expiry in Unix seconds; view in ms.
 * Errors      WalletError SETUP_REFUSED; errors of the vault and of the exchange pass through.
 */
interface SessionPublicKey {
  readonly id: string;
  readonly x: Hex32;
  readonly y: Hex32;
}

export interface SessionKeysOptions extends Pick<WalletOptions, 'signSafeTxs' | 'owner' | 'allowedMultiSends'> {
  /** The queue of the wallet: none of its calls may be open, because the served nonces begin with the wallet's next one. */
  readonly relays: Pick<RelayQueue, 'add' | 'entries' | 'noteNonce' | 'onChange'>;
  readonly wallet: Pick<Wallet, 'record' | 'readRecord' | 'onChange'>;
  /** Session keys of the vault, oldest first; empty while locked. */
  readonly keys: () => readonly SessionPublicKey[];
  readonly prepare: (request: SessionKeyRequest) => Promise<SessionKeyGrant>;
  readonly store: { load(): StoredSessionKeys; save(next: StoredSessionKeys): void };
  readonly exchangeTimeMs: () => number;
  /** Called when the state of an authorisation could not be stored. */
  readonly onFault: (error: unknown) => void;
  /** docs/assumptions.md#session-key-signing */
  readonly sessionKeySigning?: 'off';
  /** docs/assumptions.md#order-domain-version */
  readonly domainVersion?: string;
}

/** The calls that a person is asked about, frozen until they are signed. */
interface SessionPlan {
  readonly record: WalletRecord;
  readonly key: SessionPublicKey;
  readonly calls: readonly SetupCall[];
  readonly view: SessionGrantView;
}

export interface SessionKeys {
  view(): SessionKeysView;
  /** Asks the exchange for the calls that authorise this key of the vault; nothing is signed. */
  prepare(keyId: string, hours: number): Promise<SessionKeysView>;
  /** The prepared calls, all of which must be allowed and in `hashes`. */
  plan(hashes: readonly string[]): SessionPlan;
  /** Step-up: signs exactly the calls of the plan and puts them into the queue, which sends them. */
  authorise(password: string, plan: SessionPlan): Promise<SessionKeysView>;
  /** Stores the handler of the wallet, after a person confirmed it. */
  confirmHandler(handler: SessionHandler): void;
  onChange(listener: () => void): () => void;
}

interface Prepared {
  readonly record: WalletRecord;
  readonly key: SessionPublicKey;
  readonly request: SessionKeyRequest & { readonly expiresAt: number };
  readonly grant: SessionKeyGrant;
  readonly view: SessionGrantView;
}

export function openSessionKeys(options: SessionKeysOptions): SessionKeys {
  const {
    wallet,
    store,
    sessionKeySigning = 'off',
    domainVersion = ORDER_DOMAIN_VERSION,
    allowedMultiSends = [],
  } = options;
  const emitter = createEmitter();
  let prepared: Prepared | null = null;
  let isRunning = false;

  wallet.onChange(() => {
    settleFromQueue();
    // Another account, an alarm, or a configuration in which the calls would mean something else.
    if (prepared === null || wallet.record()?.proxyAddress === prepared.record.proxyAddress) return;
    prepared = null;
    emitter.emit();
  });

  function requireRecord(): WalletRecord {
    const record = wallet.record();
    if (record === null) {
      throw refuseSetup({ code: 'notRead', parameters: {} }, 'Expected a wallet that was read, found none');
    }
    if (options.relays.entries().some(isOpen)) throw refuseBusy();
    const status = findStatus(record);
    if (status === 'ready') return record;
    throw refuseSetup(
      { code: 'walletNotReady', parameters: {} },
      `Expected a wallet whose setup is finished, found it ${status}`,
    );
  }

  const findHandler = (record: WalletRecord | null): SessionHandler | null =>
    record === null ? null : (store.load().handlers[record.proxyAddress] ?? null);

  /** The prepared calls, unless their key was removed since. */
  function findPrepared(): Prepared | null {
    const keyId = prepared?.key.id;
    return options.keys().some(({ id }) => id === keyId) ? prepared : null;
  }

  function saveAuthorisation(x: Hex32, authorisation: SessionAuthorisation | null): void {
    const { [x]: _before, ...others } = store.load().authorisations;
    const authorisations = authorisation === null ? others : { ...others, [x]: authorisation };
    store.save({ ...store.load(), authorisations });
  }

  async function evaluate(given: Omit<Prepared, 'view'>): Promise<Prepared> {
    const { record, key, request, grant } = given;
    const handler = findHandler(record);
    const rules = {
      owner: options.owner(),
      allowedMultiSends,
      handler: handler?.handler ?? null,
      verifier: handler?.verifier ?? null,
      domainVersion,
      exchangeTimeMs: options.exchangeTimeMs(),
    };
    const { calls, refusal, changesHandler } = evaluateSessionCalls(
      grant,
      request,
      record,
      rules,
      await loadCallCodec(),
    );
    const view: SessionGrantView = {
      keyId: key.id,
      requestedUntilMs: request.expiresAt * 1000,
      grantedUntilMs: grant.expiresAt * 1000,
      calls,
      refusal,
      changesHandler,
    };
    return { ...given, view };
  }

  /** Removes an unconfirmed authorisation whose last nonce the wallet has not used. */
  function settleUnconfirmed(x: Hex32, next: number): void {
    const known = store.load().authorisations[x];
    if (known !== undefined && !known.isConfirmed && next <= known.lastNonce) saveAuthorisation(x, null);
  }

  async function prepare(keyId: string, hours: number): Promise<void> {
    const before = requireRecord();
    const key = options.keys().find(({ id }) => id === keyId);
    if (key === undefined) {
      const refusal = { code: 'unknownSessionKey', parameters: {} } as const;
      throw refuseSetup(refusal, 'Expected a session key of the vault, found an unknown id');
    }
    const expiresAt = Math.floor(options.exchangeTimeMs() / 1000) + hours * 3_600;
    const request = { x: key.x, y: key.y, expiresAt };
    const grant = await options.prepare(request);
    // The served nonces begin with the wallet's next one, so that is read after them.
    const record = await wallet.readRecord();
    if (record.proxyAddress !== before.proxyAddress) throw accountChanged();
    prepared = await evaluate({ record, key, request, grant });
    if (prepared.view.refusal !== null) return;
    const next = Math.min(...grant.calls.map(({ nonce }) => nonce));
    options.relays.noteNonce(record.proxyAddress, record.chainId, next);
    settleUnconfirmed(key.x, next);
  }

  /** Stored as unconfirmed first: a crash in between leaves a key that may be authorised, never one that is not known. */
  function queueCalls({ record, key, calls, view }: SessionPlan, signatures: readonly Hex[]): void {
    const before = store.load().authorisations[key.x] ?? null;
    saveAuthorisation(key.x, {
      wallet: record.proxyAddress,
      expiresAt: view.grantedUntilMs / 1000,
      lastNonce: calls.at(-1)!.nonce,
      isConfirmed: false,
    });
    try {
      options.relays.add(buildSessionCalls(calls, record, key.x, signatures));
    } catch (error) {
      saveAuthorisation(key.x, before);
      throw error;
    }
  }

  /** Confirms the authorisations of which the queue saw the last call executed. */
  function settleFromQueue(): void {
    try {
      for (const [x, known] of Object.entries(store.load().authorisations) as [Hex32, SessionAuthorisation][]) {
        const next = settleAuthorisation(known, options.relays.entries(), x);
        if (next === known) continue;
        saveAuthorisation(x, next);
        emitter.emit();
      }
    } catch (error) {
      // Tried again at the next change of the queue or the wallet.
      options.onFault(error);
    }
  }
  options.relays.onChange(settleFromQueue);

  const buildAuthorised = ({ expiresAt, isConfirmed }: SessionAuthorisation, x: Hex32) => ({
    untilMs: expiresAt * 1000,
    isConfirmed,
    isUnderWay: isUnderWay(options.relays.entries(), x),
  });

  return {
    view() {
      const record = wallet.record();
      const handler = findHandler(record);
      const { authorisations } = store.load();
      return {
        handler: handler?.handler ?? null,
        verifier: handler?.verifier ?? null,
        signing: sessionKeySigning,
        keys: options.keys().map(({ id, x }) => {
          const known = authorisations[x];
          const isOurs = known !== undefined && (record === null || known.wallet === record.proxyAddress);
          const authorised = isOurs ? buildAuthorised(known, x) : null;
          return { id, x, authorised };
        }),
        grant: findPrepared()?.view ?? null,
      };
    },
    async prepare(keyId, hours) {
      await prepare(keyId, hours);
      emitter.emit();
      return this.view();
    },
    plan(hashes) {
      const found = findPrepared();
      if (found === null) {
        throw refuseSetup({ code: 'nothingToSign', parameters: {} }, 'Expected prepared calls, found none');
      }
      const { record, key, grant, view } = found;
      const { refusal } = view;
      if (refusal !== null) {
        const nonce = view.calls.find((call) => call.refusal !== null)?.nonce ?? view.calls[0]?.nonce ?? 0;
        throw refuseSetup(
          { code: 'callRefused', parameters: { nonce, refusal } },
          `Expected allowed calls: ${formatCoded(WALLET_REFUSALS, refusal)}`,
        );
      }
      const listed = new Set(hashes);
      if (listed.size !== view.calls.length || view.calls.some(({ hash }) => !listed.has(hash))) {
        throw refuseSetup({ code: 'callsChanged', parameters: {} }, 'Expected the calls that were shown, found others');
      }
      const calls = [...grant.calls].sort((a, b) => a.nonce - b.nonce);
      return deepFreeze(structuredClone({ record, key, calls, view }));
    },
    async authorise(password, plan) {
      if (isRunning || options.relays.entries().some(isOpen)) throw refuseBusy();
      isRunning = true;
      try {
        const domain = safeDomainOf(plan.record);
        const requests = plan.calls.map((call) => ({ tx: buildRelayedTx(call), domain }));
        const signed = await options.signSafeTxs(requests, password);
        if (wallet.record()?.proxyAddress !== plan.record.proxyAddress) throw accountChanged();
        if (signed.some(({ hash }, index) => hash !== plan.calls[index]?.hash)) {
          throw otherHashSigned(plan.calls[0]!.nonce);
        }
        prepared = null;
        const signatures = signed.map(({ signature }) => signature);
        queueCalls(plan, signatures);
      } finally {
        isRunning = false;
        emitter.emit();
      }
      return this.view();
    },
    confirmHandler(handler) {
      const { proxyAddress } = requireRecord();
      const stored = store.load();
      store.save({ ...stored, handlers: { ...stored.handlers, [proxyAddress]: handler } });
      // Calls that were checked against another handler are prepared again.
      prepared = null;
      emitter.emit();
    },
    onChange: (listener) => emitter.on(listener),
  };
}

function accountChanged(): WalletError {
  return refuseSetup({ code: 'accountChanged', parameters: {} }, 'Expected one account, found another');
}

function refuseBusy(): WalletError {
  return refuseSetup({ code: 'setupRunning', parameters: {} }, 'Expected no wallet call under way, found one');
}

function otherHashSigned(nonce: number): WalletError {
  const failure = { code: 'otherHashSigned', parameters: {} } as const;
  const parameters = { nonce, failure };
  return refuseSetup(
    { code: 'relayFailed', parameters },
    'Expected signatures of the hashes that were shown, found others',
  );
}
