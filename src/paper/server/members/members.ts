/**
 * Members of the paper exchange: kind, wallet, account and API keys.
 *
 * Invariants  The server never has a member's private key; a member gets the deposit once.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Engine } from '../../engine/engine.ts';
import type { Account, Fill } from '../../engine/state.ts';
import { passkeySignerOf, safeOf } from '../chain/chain.ts';
import { checksumAddress } from '../chain/hex.ts';
import type { MemberKind, SetupShape } from './memberKind.ts';

export interface Member {
  readonly id: number;
  readonly kind: MemberKind;
  /** Address that the operator gave; a passkey's wallet record has its signer contract instead. */
  readonly owner: string;
  /** Second signing key of a passkey wallet; an owner like the passkey. */
  signingKey: string | null;
  /** '' for a custodial member. */
  readonly safe: string;
  readonly account: Account;
  /** Oldest first. */
  readonly fills: Fill[];
  /** Digests of all accepted orders. */
  readonly digests: Set<string>;
  setup: SetupShape;
  /** Next nonce of the wallet. */
  safeNonce: number;
  /** Bits of the given approvals: see chain.ts. */
  approvals: number;
  hasHandler: boolean;
}

export interface ApiKey {
  readonly member: Member;
  /** The secret as a key object: prepared once, not printable in a log. */
  readonly secret: KeyObject;
}

export interface MemberRequest {
  readonly owner: string;
  readonly kind: MemberKind;
  readonly signingKey: string | null;
  readonly setup: SetupShape;
  /** All approvals count as given: no setup is required. */
  readonly isReady: boolean;
}

export interface Members {
  open(request: MemberRequest, atMs: number): { member: Member; apiKey: string; apiSecret: string };
  /** Restores a member of an earlier run with an empty account. */
  restore(known: Omit<Member, 'safe' | 'account' | 'fills' | 'digests'>): Member;
  addKey(member: Member, apiKey: string, secret: string): void;
  key(apiKey: string): ApiKey | null;
  ofAccount(account: Account): Member | null;
  list(): Member[];
}

/** Whole dollars. */
export const DEPOSIT = 10_000;
export const ALL_APPROVALS = 0b111;
/** Highest number of fills and terminal orders in a member's lists. */
export const MOST_REMEMBERED = 5_000;

export function buildMembers(engine: Engine): Members {
  const byName = new Map<string, Member>();
  const byAccount = new Map<number, Member>();
  const keys = new Map<string, ApiKey>();
  let nextId = 1;

  const add = (known: Omit<Member, 'safe' | 'account' | 'fills' | 'digests'>): Member => {
    const isCustodial = known.kind === 'custodial';
    const account = engine.openAccount(false, isCustodial || known.approvals === ALL_APPROVALS);
    account.isCustodial = isCustodial;
    const owner = checksumAddress(known.owner);
    const safe = isCustodial ? '' : safeOf(known.kind === 'passkey' ? passkeySignerOf(owner) : owner);
    const member: Member = { ...known, owner, safe, account, fills: [], digests: new Set() };
    byName.set(`${known.kind} ${known.owner.toLowerCase()}`, member);
    byAccount.set(account.id, member);
    nextId = Math.max(nextId, known.id + 1);
    return member;
  };

  const addKey = (member: Member, apiKey: string, secret: string): void => {
    keys.set(apiKey, { member, secret: createSecretKey(secret, 'utf8') });
  };

  return {
    open({ owner, kind, signingKey, setup, isReady }, atMs) {
      let member = byName.get(`${kind} ${owner.toLowerCase()}`);
      if (!member) {
        const approvals = isReady ? ALL_APPROVALS : 0;
        member = add({ id: nextId, kind, owner, signingKey, setup, safeNonce: 0, approvals, hasHandler: false });
        engine.deposit(member.account, DEPOSIT * 1_000_000, atMs);
      }
      if (signingKey !== null) member.signingKey = signingKey;
      const apiKey = randomBytes(8).toString('hex');
      const apiSecret = randomBytes(24).toString('hex');
      addKey(member, apiKey, apiSecret);
      return { member, apiKey, apiSecret };
    },
    restore: add,
    addKey,
    key: (apiKey) => keys.get(apiKey) ?? null,
    ofAccount: (account) => byAccount.get(account.id) ?? null,
    list: () => [...byAccount.values()],
  };
}

/** Drops the oldest fills and terminal orders above the limit from memory; they stay on disk. */
export function trimHistories(members: Members, engine: Engine): void {
  const over = new Map<Account, number>();
  for (const order of engine.orders.values()) {
    if (!order.account.open.has(order.id)) over.set(order.account, (over.get(order.account) ?? 0) + 1);
  }
  for (const [account, count] of over) {
    let surplus = count - MOST_REMEMBERED;
    for (const order of surplus > 0 ? engine.orders.values() : []) {
      if (surplus <= 0) break;
      if (order.account !== account || account.open.has(order.id)) continue;
      engine.forgetOrder(order.id);
      surplus -= 1;
    }
  }
  for (const { fills } of members.list()) {
    if (fills.length > MOST_REMEMBERED) fills.splice(0, fills.length - MOST_REMEMBERED);
  }
}
