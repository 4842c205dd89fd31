/**
 * Stored consent: what the vault vouches for in the files outside it, and what of it was lost.
 *
 * Source      docs/decisions/0034-authenticated-stores.md
 */
import type { AccountId, Hex32 } from '../units/ids.ts';
import type { Shares } from '../units/shares.ts';
import type { Usd } from '../units/usd.ts';
import type { ConditionalId } from './conditional/declaration/termsFields.ts';
import type { ChainHead } from './conditional/entry.ts';
import type { ExitPosition } from './exits/preparedExits.ts';

/** A conditional order that is not ended, with the end of its chain. */
export interface RecordedConditional extends ChainHead {
  readonly id: ConditionalId;
  readonly account: AccountId;
}

/** A lot of prepared exits that may be sent until it expires. */
export interface RecordedLot extends Pick<ExitPosition, 'market' | 'side' | 'price' | 'expiresAtMs'> {
  readonly digest: Hex32;
  readonly shares: Shares;
}

/** Value given away on one UTC day. */
export interface DayUse {
  readonly dayStartsAtMs: number;
  readonly givenAway: Usd;
  /** The order journal was lost that day: the whole bound counts as used until reads prove less. */
  readonly isLost: boolean;
}

/** A store that is not the one that this program wrote last. `count`: conditional orders that it concerns. */
export interface ConsentLoss {
  readonly store: 'conditionals' | 'orders';
  readonly reason: 'missing' | 'altered' | 'older';
  readonly count: number;
}

/** Why a stored conditional order is not what a person agreed to here. */
export type Distrust = 'stepsAltered' | 'notRecorded' | 'olderCopy' | 'olderVersion' | 'olderVault' | 'ordersLost';

export interface StoredConsent {
  readonly conditionals: readonly RecordedConditional[];
  /** The newest line of the order journal. */
  readonly journal: { readonly number: number; readonly seal: string };
  readonly use: DayUse;
  readonly lots: readonly RecordedLot[];
  /** Not confirmed by a person yet. */
  readonly losses: readonly ConsentLoss[];
}
