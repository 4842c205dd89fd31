/**
 * Why the exchange's answer to a placement or a cancel is not known, as a code with parameters.
 *
 * Shape       Words: `shared/text/orders/lostAnswers`. Stored in the order journal: a change needs a migration.
 */
import type { Coded, NoParameters } from '../base/coded.ts';
import type { TransportFault } from '../market/readFailure.ts';
import type { EchoField } from '../market/schemaDrift.ts';

export interface LostAnswers {
  /** Words stored by a journal from before these reasons had codes. */
  storedText: { readonly text: string };
  unreachable: { readonly fault: TransportFault };
  /** A status that proves nothing, such as a 5xx. */
  status: { readonly status: number };
  /** The answer contradicts the interface; Health names the value. */
  unreadable: NoParameters;
  /** The order in the answer differs from the order sent in this field. */
  otherOrder: { readonly field: EchoField };
  /** The journal could not be put on disk, so the order was not sent. */
  notJournalled: NoParameters;
  /** Anything else: a fault of this program, which the log describes. */
  other: NoParameters;
}

export type LostAnswer = Coded<LostAnswers>;
