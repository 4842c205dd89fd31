/** What the tape's header and its rows share. */
import { createPaneState } from '../../ui/paneState.ts';

/** Contracts. */
export const leastSize = createPaneState<number>(0);
