/** Words for labels of outcomes that mislead. Without a final period. */
import type { LabelProblem } from '../../market/outcome.ts';

export const LABEL_PROBLEMS: Readonly<Record<LabelProblem, string>> = {
  exchanged:
    'The exchange’s labels say the opposite of these outcomes. Orders, prices and settlement follow Yes and No',
  alike: 'The exchange gives both outcomes the same label. Orders, prices and settlement follow Yes and No',
};
