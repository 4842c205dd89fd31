/** What the tape's header and its rows share. */
import { holdValue } from '../../ui/held.ts';

/** Contracts. */
export const leastSize = holdValue<number>(0);
