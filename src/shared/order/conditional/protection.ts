/** Reasons why a conditional order does not protect a position now. */
import type { HaltReason, WaitReason } from './state.ts';

export type ProtectionProblem =
  | { readonly kind: 'waiting'; readonly reason: WaitReason }
  | { readonly kind: 'halted'; readonly reason: HaltReason };
