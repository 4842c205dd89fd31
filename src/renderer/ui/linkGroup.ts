/** Panes of one link group follow one market. */
import { create } from 'zustand';
import type { MarketId } from '#shared/units/ids.ts';

export type GroupName = 'blue';

interface LinkStore {
  readonly markets: Readonly<Record<GroupName, MarketId | null>>;
  follow(group: GroupName, market: MarketId): void;
}

export const useLink = create<LinkStore>((set) => ({
  markets: { blue: null },
  follow: (group, market) => set((state) => ({ markets: { ...state.markets, [group]: market } })),
}));

/** The market that this group shows now. */
export function useLinkedMarket(group: GroupName = 'blue'): MarketId | null {
  return useLink((state) => state.markets[group]);
}
