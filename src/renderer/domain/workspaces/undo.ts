/** Undo of what was done to the panes: the steps of this window, newest last. */
import { create } from 'zustand';

const MAX_STEPS = 20;

export interface UndoStep {
  /** 'Close Ladder 2'. */
  readonly label: string;
  undo(): void;
}

interface UndoStore {
  readonly steps: readonly UndoStep[];
}

export const useUndo = create<UndoStore>(() => ({ steps: [] }));

export function pushUndo(step: UndoStep): void {
  useUndo.setState(({ steps }) => ({ steps: [...steps.slice(1 - MAX_STEPS), step] }));
}

export function undoLast(): void {
  const { steps } = useUndo.getState();
  useUndo.setState({ steps: steps.slice(0, -1) });
  steps.at(-1)?.undo();
}

export function clearUndo(): void {
  useUndo.setState({ steps: [] });
}
