/** A value that a pane's View and its Header share: they are drawn in different places of the dock. */
import { create } from 'zustand';

export interface Held<T> {
  use(): T;
  get(): T;
  set(value: T): void;
}

export function holdValue<T>(initial: T): Held<T> {
  const useStore = create<{ value: T }>(() => ({ value: initial }));
  return {
    use: () => useStore((state) => state.value),
    get: () => useStore.getState().value,
    set: (value) => useStore.setState({ value }),
  };
}
