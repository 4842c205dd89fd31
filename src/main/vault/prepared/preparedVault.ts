/**
 * Prepared exits of the vault: one pack of sealed sell orders, and the API secret's key object that may only send them.
 *
 * Units       Times in Unix ms of this machine's clock, checked against a steady one.
 * Invariants  A pack is made by a step-up while unlocked, and outlives a lock; nothing of it is ever on disk. What its
 *             credentials authenticate is decided here, on the very bytes: reads of the account, the cancel of an order of the
 *             pack, one post of each body. A pack ends with its expiry, a clock that jumps (sleep too), another account or
 *             vault, another plan, and at once on request.
 * Errors      VaultError LOCKED without a pack; DENIED for anything that it does not allow.
 * Source      docs/decisions/0029-prepared-exits.md
 */
import type { Now, Scheduler } from '#shared/base/clock.ts';
import {
  checkExitPlan,
  type ExitPlan,
  type PackEnd,
  type PlanFault,
  type PreparedLot,
} from '#shared/order/exits/preparedExits.ts';
import type { OrderId } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { hashOrder } from '#wire/eip712/order.ts';
import type { ApiSigner } from '../keys/apiSecret.ts';
import type { Credentials, UnlockedVault } from '../unlock/unlockedVault.ts';
import type { VaultCore } from '../vaultCoreApi.ts';
import { denied, lockedError, VaultError } from '../vaultError.ts';
import { createPack, type Pack, type SignLot } from './pack.ts';
import { classifyRequest } from './requests.ts';

export interface PreparedPack {
  readonly plan: ExitPlan;
  readonly preparedAtMs: number;
  /** The latest expiry of its lots: the pack ends then. */
  readonly expiresAtMs: number;
  readonly lots: readonly PreparedLot[];
}

export interface PreparedVault {
  /** Step-up: signs the plan's lots and replaces the pack that there is; throws DENIED with the reason. */
  prepare(password: string, plan: ExitPlan): Promise<void>;
  /** Null: none. */
  pack(): PreparedPack | null;
  /** Why the last pack ended; null while there is one, and before the first. */
  ended(): { readonly reason: PackEnd; readonly atMs: number } | null;
  /** The same object as long as the pack; usable while the vault is locked. */
  credentials(): Credentials | null;
  /** The body of a lot, once. */
  take(lotId: string): string;
  noteOrder(lotId: string, orderId: OrderId): void;
  settle(lotId: string): void;
  burn(lotId: string): void;
  discard(reason: PackEnd): void;
}

export interface PreparedVaultOptions {
  readonly core: Pick<VaultCore, 'stepUp' | 'unlocked' | 'enqueue' | 'tools' | 'emitChange' | 'onChange' | 'file'>;
  readonly now: Now;
  readonly steadyMs: Now;
  readonly schedule: Scheduler;
}

interface Open {
  readonly plan: ExitPlan;
  readonly pack: Pack;
  readonly signer: ApiSigner;
  readonly credentials: Credentials;
  readonly vaultId: string;
  readonly owner: string;
  readonly made: { readonly wallMs: number; readonly steadyMs: number };
  readonly expiresAtMs: number;
}

/** Interval of the check of both clocks, ms. */
export const PACK_POLL_MS = 5_000;
/** The account is read for this long after the last lot is used, so that its fills and position are known. */
const USED_MS = 30_000;
/** A larger difference between the two clocks means sleep, or a clock that was set. */
const MAX_JUMP_MS = 60_000;

export function createPreparedVault(options: PreparedVaultOptions): PreparedVault {
  const { core, now, steadyMs, schedule } = options;
  let open: Open | null = null;
  let ended: { readonly reason: PackEnd; readonly atMs: number } | null = null;
  /** Time, by the steady clock, since which no lot is left; null while one is. */
  let usedAtMs: number | null = null;
  let cancelPoll = (): void => undefined;

  async function prepare(password: string, plan: ExitPlan): Promise<void> {
    const unlocked = await core.stepUp(password);
    refusePlan(checkExitPlan(plan, now()));
    discard('replaced');
    const api = unlocked.openApiSigner();
    if (api === null) throw denied('notPrepared', 'Expected an API key in the vault, found none');
    try {
      const pack = createPack(plan, signWith(unlocked, plan), core.tools.random);
      const { signer } = api;
      const made = { wallMs: now(), steadyMs: steadyMs() };
      const expiresAtMs = Math.max(...plan.positions.map((position) => position.expiresAtMs));
      const own: Open = {
        plan,
        pack,
        signer,
        credentials: { apiKey: api.apiKey, sign: (message) => authenticate(own, message) },
        vaultId: unlocked.file.vaultId,
        owner: unlocked.owner,
        made,
        expiresAtMs,
      };
      open = own;
    } catch (error) {
      api.signer.close();
      throw error;
    }
    ended = null;
    poll();
    core.emitChange();
  }

  function authenticate(own: Open, message: string): string {
    if (open !== own || findEnd() !== null) throw lockedError();
    const request = classifyRequest(message, own.credentials.apiKey, now());
    const isAllowed =
      request?.kind === 'read' ||
      (request?.kind === 'cancel' && own.pack.hasOrder(request.orderId)) ||
      (request?.kind === 'post' && own.pack.markSent(request.body));
    if (!isAllowed)
      throw denied('notPrepared', 'Expected a read, or a post or cancel of a prepared exit, found another request');
    return own.signer.sign(message);
  }

  /** Why the pack has ended, by either clock; null while it may be used. */
  function findEnd(): PackEnd | null {
    if (open === null) return null;
    const { made, expiresAtMs } = open;
    const wallPassedMs = now() - made.wallMs;
    const steadyPassedMs = steadyMs() - made.steadyMs;
    const lifeMs = expiresAtMs - made.wallMs;
    if (Math.abs(wallPassedMs - steadyPassedMs) > MAX_JUMP_MS) return 'clock';
    if (wallPassedMs >= lifeMs || steadyPassedMs >= lifeMs) return 'expired';
    return usedAtMs !== null && steadyMs() - usedAtMs >= USED_MS ? 'used' : null;
  }

  /** Ends an expired pack. Getters never do: their caller may be in the middle of a change. */
  function poll(): void {
    cancelPoll();
    cancelPoll = schedule(PACK_POLL_MS, () => {
      const end = findEnd();
      if (end === null) poll();
      else discard(end);
    });
  }

  function discard(reason: PackEnd): void {
    if (open === null) return;
    const { pack, signer } = open;
    open = null;
    usedAtMs = null;
    ended = { reason, atMs: now() };
    cancelPoll();
    pack.destroy();
    signer.close();
    core.emitChange();
  }

  function change(lotId: string, act: (pack: Pack) => void): void {
    if (open === null || !open.pack.lots().some(({ id }) => id === lotId)) return;
    act(open.pack);
    if (open.pack.lots().every(({ at }) => at === 'ended' || at === 'burnt')) usedAtMs ??= steadyMs();
    core.emitChange();
  }

  core.onChange(() => {
    const unlocked = core.unlocked();
    if (open === null || unlocked === null) return;
    const isSame =
      unlocked.file.vaultId === open.vaultId &&
      unlocked.owner === open.owner &&
      unlocked.credentials()?.apiKey === open.credentials.apiKey;
    if (!isSame) discard('accountChanged');
  });

  return {
    prepare: (password, plan) => core.enqueue(() => prepare(password, plan)),
    pack() {
      if (open === null || findEnd() !== null) return null;
      const { plan, pack, made, expiresAtMs } = open;
      return { plan, preparedAtMs: made.wallMs, expiresAtMs, lots: pack.lots() };
    },
    ended: () => ended,
    credentials: () => (findEnd() === null ? (open?.credentials ?? null) : null),
    take(lotId) {
      if (open === null || findEnd() !== null) throw lockedError();
      const body = open.pack.take(lotId, now());
      core.emitChange();
      return body;
    },
    noteOrder: (lotId, orderId) => change(lotId, (pack) => pack.noteOrder(lotId, orderId)),
    settle: (lotId) => change(lotId, (pack) => pack.settle(lotId)),
    burn: (lotId) => change(lotId, (pack) => pack.burn(lotId)),
    discard,
  };
}

/** Signs under the vault's own policy of orders, which checks every field again. */
function signWith(unlocked: UnlockedVault, { signer, account }: ExitPlan): SignLot {
  return (fields, domain) => {
    const wallet = { chainId: BigInt(account.chainId), safe: account.proxyAddress };
    const { signature } =
      signer.kind === 'own'
        ? unlocked.sign({ kind: 'order', fields, domain })
        : unlocked.sign({ kind: 'secondKeyOrder', key: signer.key, fields, domain, wallet });
    return { order: fields, digest: encodeHex32(hashOrder(fields, domain)), signature };
  };
}

function refusePlan(fault: PlanFault | null): void {
  if (fault === null) return;
  throw new VaultError(
    { code: 'EXITS_REFUSED', parameters: { fault } },
    `Expected a plan of exits within its bounds, found a fault: ${fault}`,
  );
}
