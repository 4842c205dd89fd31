/** Why a move or a flatten was stopped; the words are in shared/text/exits/exits.ts. */
export type StopReason = 'person' | 'cancelled' | 'panic' | 'locked' | 'accountChanged' | 'closing';
