/** Effect hook with named causes: it runs the latest form of an effect when one of them changed. */
import { type DependencyList, useEffect, useRef } from 'react';

export function useCauses(effect: () => undefined | (() => void), causes: DependencyList): void {
  const latest = useRef(effect);
  latest.current = effect;
  useEffect(() => latest.current(), [...causes]);
}
