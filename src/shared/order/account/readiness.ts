/**
 * Readiness: whether the account may trade, and else what the next step is.
 *
 * Shape       One code at a time: the first thing between the user and an order. Words in shared/text/account/readiness.ts.
 * Invariants  Pure. Main decides with it and sends it in the account view; the page derives nothing of its own.
 */
import type { Coded, NoParameters } from '../../base/coded.ts';
import { isClockOff } from '../expiry.ts';
import type { OrderSigner, ReadOnlyReason } from '../orderSigner.ts';

/** What the set-up of the wallet waits for. */
export type SetupGap =
  /** No API key is stored. */
  | 'apiKey'
  /** The first read of the wallet has not ended. */
  | 'reading'
  /** It failed, and is tried again. */
  | 'unreadable'
  /** The exchange refuses the API key or its secret. */
  | 'keyRefused'
  /** The exchange reports a changed wallet that is not accepted yet. */
  | 'changed'
  /** The wallet is read and not ready: its set-up calls. */
  | 'calls';

export interface ReadinessCodes {
  /** No vault on this computer. */
  noWallet: NoParameters;
  /** Vault or screen is locked. */
  locked: NoParameters;
  /** No key in the vault signs the orders of this wallet. */
  readOnly: { readonly reason: ReadOnlyReason };
  /** The wallet is not set up, or has not been read. */
  setupRequired: { readonly gap: SetupGap };
  /** The exchange names no wallet: a person has not confirmed yet that the account is custodial. */
  custodialUnconfirmed: NoParameters;
  /** This machine's clock and the exchange's differ by more than a minute: an expiry by either may be wrong. */
  clockOffset: { readonly offsetMs: number };
  disarmed: NoParameters;
  /** Orders may be placed. */
  armed: NoParameters;
}

export type Readiness = Coded<ReadinessCodes>;

export interface ReadinessFacts {
  /** As the page sees it: a locked screen is a locked vault. */
  readonly vault: 'absent' | 'locked' | 'unlocked';
  /** null: the wallet has not been read, or reading it failed. */
  readonly walletStatus: string | null;
  /** With a null `walletStatus`: why. Absent: it is being read. */
  readonly walletGap?: Exclude<SetupGap, 'calls'>;
  /** null until the wallet is read. */
  readonly signer: OrderSigner | null;
  /** The exchange names no wallet, and nobody has confirmed a custodial account. Absent: no. */
  readonly isCustodialOpen?: boolean;
  /** The exchange's clock less this machine's; null until measured. */
  readonly clockOffsetMs: number | null;
  readonly isArmed: boolean;
}

export function findReadiness(context: ReadinessFacts): Readiness {
  const { vault, walletStatus, signer, clockOffsetMs, isArmed } = context;
  if (vault === 'absent') return { code: 'noWallet', parameters: {} };
  if (vault === 'locked') return { code: 'locked', parameters: {} };
  if (signer?.kind === 'none') return { code: 'readOnly', parameters: { reason: signer.reason } };
  if (context.isCustodialOpen === true) return { code: 'custodialUnconfirmed', parameters: {} };
  if (walletStatus !== 'ready' && signer?.kind !== 'custodial') {
    const gap = walletStatus === null ? (context.walletGap ?? 'reading') : 'calls';
    return { code: 'setupRequired', parameters: { gap } };
  }
  if (clockOffsetMs !== null && isClockOff(clockOffsetMs)) {
    return { code: 'clockOffset', parameters: { offsetMs: clockOffsetMs } };
  }
  return { code: isArmed ? 'armed' : 'disarmed', parameters: {} };
}

/** True when the vault is open, so that the account is known. */
export function isUnlocked({ code }: Readiness): boolean {
  return code !== 'noWallet' && code !== 'locked';
}

/** True when nothing but arming separates the account from an order. */
export function canArm({ code }: Readiness): boolean {
  return code === 'disarmed' || code === 'armed';
}
