/** What protects a position now: which stops, on what data, and what would keep them from working. */
import type { Shares } from '../../units/shares.ts';
import type { BookProblem, OutcomeRef } from './observation.ts';
import type { ConditionalLife, HaltReason, WaitReason } from './state.ts';
import type { ConditionalId, ConditionalKind } from './terms.ts';

export interface Protector {
  readonly id: ConditionalId;
  readonly kind: ConditionalKind;
  readonly at: ConditionalLife['at'];
  /** Shares of the position that it would sell. */
  readonly shares: Shares;
  /** Data that its triggers are watched by. */
  readonly sources: readonly ProtectionSource[];
  /** Why it would not sell if its trigger were true now; null: it would. */
  readonly problem: ProtectionProblem | null;
}

export type ProtectionSource =
  | {
      readonly kind: 'book';
      readonly outcome: OutcomeRef;
      /** Age of the newest proof of life; null: no book. */
      readonly ageMs: number | null;
      readonly problem: BookProblem | null;
    }
  | { readonly kind: 'tick'; readonly symbol: string; readonly ageMs: number | null }
  | { readonly kind: 'time' };

export type ProtectionProblem =
  | { readonly kind: 'waiting'; readonly reason: WaitReason }
  | { readonly kind: 'halted'; readonly reason: HaltReason };

export interface Protection {
  readonly outcome: OutcomeRef;
  readonly quantity: Shares;
  readonly protectors: readonly Protector[];
  /** Shares that no working protector would sell. */
  readonly unprotected: Shares;
}
