/**
 * Listener set: one throwing listener never stops the others.
 *
 * Invariants  Listeners run in the order they were added; one removed during `emit` is not called any more.
 * Errors      A listener's exception goes to `onError`; without it, `emit` throws the first one after all listeners ran.
 */
export interface Emitter<T> {
  /** Adds a listener; the returned function removes it. */
  on(listener: (value: T) => void): () => void;
  emit(value: T): void;
  /** Number of listeners. */
  count(): number;
  /** Removes every listener. */
  close(): void;
}

export function createEmitter<T = void>(onError?: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<{ readonly call: (value: T) => void }>();
  /** The same, as a list that no call of `emit` makes again; one that runs keeps the list that it began with. */
  let listed: readonly { readonly call: (value: T) => void }[] = [];
  return {
    on(listener) {
      // An entry per call, so that the same function can be added twice and removed once.
      const entry = { call: listener };
      listeners.add(entry);
      listed = [...listeners];
      return () => {
        if (listeners.delete(entry)) listed = [...listeners];
      };
    },
    emit(value) {
      let errors: unknown[] | null = null;
      for (const entry of listed) {
        if (!listeners.has(entry)) continue;
        try {
          entry.call(value);
        } catch (error) {
          if (onError) onError(error);
          else {
            errors ??= [];
            errors.push(error);
          }
        }
      }
      if (errors !== null) throw errors[0];
    },
    count: () => listeners.size,
    close() {
      listeners.clear();
      listed = [];
    },
  };
}
