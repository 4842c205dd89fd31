/** What reads of the member's fills have proved so far, so that the next one continues there. */
import type { MarketId } from '../../units/ids.ts';
import type { AccountList, Fill } from './account.ts';

/** Only the reader looks into it; whoever drops it drops the fills as well. */
export interface FillProof {
  readonly by: 'order' | 'whole';
}

export interface FillRequest {
  /** Of the read before; null for the first one of a member. */
  readonly proof: FillProof | null;
  /** True for a market whose fills may be settled. */
  isEnded(market: MarketId): boolean;
}

/** The rows that this read saw; `partial` is null when this and earlier reads saw every fill. */
export interface FillListing extends AccountList<Fill> {
  readonly proof: FillProof;
}
