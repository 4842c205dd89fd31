/**
 * Members of the paper exchange: an owner address, its wallet, its account and its API keys.
 *
 * Invariants  The server never holds a member's private key; the deposit comes once for an owner.
 */
import { randomBytes } from 'node:crypto';
import type { Account } from '../engine/account.ts';
import type { Engine } from '../engine/engine.ts';
import type { Fill } from '../engine/order.ts';
import { safeOf } from './chain.ts';
import { checksumAddress } from './hex.ts';

export interface Member {
  readonly id: number;
  readonly owner: string;
  readonly safe: string;
  readonly account: Account;
  /** Oldest first. */
  readonly fills: Fill[];
  /** Digests of every order ever taken. */
  readonly digests: Set<string>;
  /** Next nonce of the wallet: as many set-up calls are done. */
  safeNonce: number;
}

export interface ApiKey {
  readonly member: Member;
  readonly secret: string;
}

export interface Members {
  open(owner: string, atMs: number): { member: Member; apiKey: string; apiSecret: string };
  key(apiKey: string): ApiKey | null;
  ofAccount(account: Account): Member | null;
}

/** Whole dollars. */
export const DEPOSIT = 10_000;

export function buildMembers(engine: Engine): Members {
  const byOwner = new Map<string, Member>();
  const byAccount = new Map<number, Member>();
  const keys = new Map<string, ApiKey>();
  return {
    open(owner, atMs) {
      const name = owner.toLowerCase();
      let member = byOwner.get(name);
      if (!member) {
        const account = engine.openAccount(false, false);
        member = {
          id: account.id,
          owner: checksumAddress(owner),
          safe: safeOf(owner),
          account,
          fills: [],
          digests: new Set(),
          safeNonce: 0,
        };
        byOwner.set(name, member);
        byAccount.set(account.id, member);
        engine.deposit(account, DEPOSIT * 1_000_000, atMs);
      }
      const apiKey = randomBytes(8).toString('hex');
      const apiSecret = randomBytes(24).toString('hex');
      keys.set(apiKey, { member, secret: apiSecret });
      return { member, apiKey, apiSecret };
    },
    key: (apiKey) => keys.get(apiKey) ?? null,
    ofAccount: (account) => byAccount.get(account.id) ?? null,
  };
}
