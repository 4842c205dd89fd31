/** The kinds of alerts by name, in the order of the form's list; the types that follow from them. */
import type { ValuesOf, VariantsOf } from '../units/fields.ts';
import type { AlertKindOf } from './kind.ts';
import { balance } from './kinds/balance.ts';
import { fill } from './kinds/fill.ts';
import { order } from './kinds/order.ts';
import { price } from './kinds/price.ts';
import { rules } from './kinds/rules.ts';
import { spread } from './kinds/spread.ts';
import { stream } from './kinds/stream.ts';
import { timeToClose } from './kinds/timeToClose.ts';
import { volume } from './kinds/volume.ts';

export const ALERT_KINDS = { price, spread, volume, fill, order, balance, timeToClose, stream, rules };

type Kinds = typeof ALERT_KINDS;
export type AlertKind = keyof Kinds;
export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[];

/** What a person wants to be notified of. */
export type AlertCondition = VariantsOf<{ readonly [K in AlertKind]: Kinds[K]['fields'] }>;

/** The data that fired an alert, by its kind. */
export type KindFacts = { readonly [K in AlertKind]: ValuesOf<Kinds[K]['fact']> };

type AnyKind = AlertKindOf<AlertCondition, KindFacts[AlertKind]>;

/** The declaration of a condition's kind. Its functions take conditions and facts of this kind alone. */
export function kindOf({ kind }: Pick<AlertCondition, 'kind'>): AnyKind {
  return ALERT_KINDS[kind] as unknown as AnyKind;
}
