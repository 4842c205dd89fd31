/** Asks the dock to bring a pane to the front, wherever the trader has put it. */
import { create } from 'zustand';

interface AskedPane {
  readonly name: string | null;
  /** Rises with every wish, so that the same pane can be asked for again. */
  readonly wishes: number;
}

export const useAskedPane = create<AskedPane>(() => ({ name: null, wishes: 0 }));

export function openPane(name: string): void {
  useAskedPane.setState(({ wishes }) => ({ name, wishes: wishes + 1 }));
}
