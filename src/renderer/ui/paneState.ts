/** A value that a pane's View and its Header share: they are drawn in different places of the dock. */
import { create } from 'zustand';

export interface PaneState<T> {
  use(): T;
  get(): T;
  set(value: T): void;
}

export function createPaneState<T>(initial: T): PaneState<T> {
  const useStore = create<{ value: T }>(() => ({ value: initial }));
  return {
    use: () => useStore((state) => state.value),
    get: () => useStore.getState().value,
    set: (value) => useStore.setState({ value }),
  };
}
