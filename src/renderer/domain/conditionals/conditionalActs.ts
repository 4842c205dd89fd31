/** Acts on conditional orders: arm, change, cancel, answer and dismiss, with the notice of each. */
import type { ArmReceipt, ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Input } from '#shared/ipc/contract.ts';
import type { Result } from '#shared/ipc/result.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { type ConditionalTerms, kindOf } from '#shared/order/conditional/terms.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatArmRefusal } from '#shared/text/conditionals/conditionals.ts';
import { act } from '../../act/bridge.ts';
import { attemptOf, type Report } from '../noticeFacts.ts';
import { nameTerms } from './conditionalNames.ts';

type TermsInput = Input<'conditional.arm'>['terms'];

/** One that did not end: it may still place orders, or needs an answer. */
export function isActive({ life }: Pick<ConditionalView, 'life'>): boolean {
  return !isOver(life.at);
}

const OVER: ReadonlySet<ConditionalView['life']['at']> = new Set(['done', 'partial', 'cancelled', 'expired', 'ended']);

export function isOver(at: ConditionalView['life']['at']): boolean {
  return OVER.has(at);
}

/** Terms can be replaced while nothing of it is live on the exchange. */
export function isChangeable({
  life,
  orders,
  terms,
  filled,
}: Pick<ConditionalView, 'life' | 'orders' | 'terms' | 'filled'>): boolean {
  // What filled was for the legs and steps that it has.
  const isBound = kindOf(terms).isBoundByFills;
  if (isBound && filled > 0) return false;
  return (life.at === 'armed' || life.at === 'waiting') && orders.every((order) => order.life.at === 'ended');
}

export async function armConditional(terms: ConditionalTerms): Promise<Report> {
  const id = crypto.randomUUID() as ConditionalId;
  return reportArmed('Armed', 'Not armed', id, terms, await act('conditional.arm', { id, terms: terms as TermsInput }));
}

export async function changeConditional(id: ConditionalId, terms: ConditionalTerms): Promise<Report> {
  const result = await act('conditional.change', { id, terms: terms as TermsInput });
  return reportArmed('Changed', 'Not changed', id, terms, result);
}

function reportArmed(
  done: string,
  refused: string,
  id: ConditionalId,
  terms: ConditionalTerms,
  result: Result<ArmReceipt>,
): Report {
  const what = nameTerms(terms);
  const tried = attemptOf('arm conditional');
  if (!result.ok)
    return { tone: 'bad', title: `${refused}: ${what}`, detail: formatBridgeError(result.error), fact: tried };
  const receipt = result.value;
  if (receipt.outcome === 'armed') {
    return { tone: 'good', title: `${done}: ${what}`, detail: null, fact: { kind: 'conditional', id, what } };
  }
  return { tone: 'warn', title: `${refused}: ${what}`, detail: formatArmRefusal(receipt.reason), fact: tried };
}

/** Null where the row shows all there is to say. */
export async function cancelConditional({ id, terms }: ConditionalView): Promise<Report | null> {
  return reportFailed(`Not cancelled: ${nameTerms(terms)}`, await act('conditional.cancel', { id }));
}

export async function answerConditional(
  { id, terms, generation }: ConditionalView,
  answer: 'resume' | 'end',
): Promise<Report | null> {
  return reportFailed(`Not answered: ${nameTerms(terms)}`, await act('conditional.answer', { id, generation, answer }));
}

export async function dismissConditional({ id, terms }: ConditionalView): Promise<Report | null> {
  return reportFailed(`Not removed: ${nameTerms(terms)}`, await act('conditional.dismiss', { id }));
}

/** Removes stored ones that cannot be read. */
export async function dismissUnreadable(ids: readonly ConditionalId[]): Promise<Report | null> {
  const results = await Promise.all(ids.map((id) => act('conditional.dismiss', { id })));
  return results.map((result) => reportFailed('Not removed', result)).find((report) => report !== null) ?? null;
}

function reportFailed(title: string, result: Result<null>): Report | null {
  return result.ok ? null : { tone: 'bad', title, detail: formatBridgeError(result.error), fact: attemptOf(title) };
}
