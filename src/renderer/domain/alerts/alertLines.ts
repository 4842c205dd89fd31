/**
 * Price alerts of one market as lines of a chart, and what adding, moving and removing one does.
 *
 * Units       Levels in millionths, in the terms of the alert's own outcome; those of a chart in the terms of the shown one.
 * Invariants  A moved alert crosses towards its level from where its price is now; everything else of it stays.
 */
import type { AlertTerms } from '#shared/alerts/alert.ts';
import type { AlertCondition } from '#shared/alerts/kinds.ts';
import { readPrice } from '#shared/alerts/readings.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import { formatCondition } from '#shared/text/alerts/alerts.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';
import { act } from '../../act/bridge.ts';
import { feed } from '../../feed/feed.ts';
import { attemptOf, EVENT, type Report } from '../noticeFacts.ts';

type PriceCondition = Extract<AlertCondition, { readonly kind: 'price' }>;
type Crossing = PriceCondition['crosses'];

export interface AlertLine {
  readonly id: string;
  readonly terms: AlertTerms;
  readonly condition: PriceCondition;
  /** False while the alert is paused. */
  readonly isWatched: boolean;
}

/** The price alerts of this market alone that may still fire. */
export function listAlertLines(alerts: readonly AlertView[], market: MarketId): readonly AlertLine[] {
  return alerts.flatMap(({ id, terms, status }): AlertLine[] => {
    const { condition, scope } = terms;
    if (condition.kind !== 'price' || scope.kind !== 'market' || scope.market !== market) return [];
    if (status.at === 'fired' || status.at === 'expired') return [];
    return [{ id, terms, condition, isWatched: status.at !== 'paused' }];
  });
}

/** Level and direction of a line in the terms of the shown outcome. */
export function shownLevel(
  { side, level, crosses }: PriceCondition,
  visible: Side,
): { level: Price; crosses: Crossing } {
  return {
    level: inYesTerms(visible, inYesTerms(side, level as Price)),
    crosses: side === visible ? crosses : crosses === 'above' ? 'below' : 'above',
  };
}

/** The direction from the price of now to `level`; `otherwise` where there is no price, or it is the level. */
export function findCrossing(
  market: MarketId,
  { of, side }: Pick<PriceCondition, 'of' | 'side'>,
  level: number,
  otherwise: Crossing,
): Crossing {
  const book = feed.book(market);
  const [bestBid = null, bestAsk = null] = [book?.bids[0], book?.asks[0]];
  const now = book && readPrice(of, side, { health: book.health, bestBid, bestAsk, lastPrice: book.lastPrice });
  return now === null || now === level ? otherwise : level > now ? 'above' : 'below';
}

/** A new alert, fired once, on the middle of the book at a price in the terms of `side`. */
export async function addAlert(market: MarketId, side: Side, level: number): Promise<Report> {
  const crosses = findCrossing(market, { of: 'mid', side }, level, 'above');
  const condition: PriceCondition = { kind: 'price', of: 'mid', side, crosses, level };
  const terms = { condition, scope: { kind: 'market' as const, market }, repeat: null, expiresAtMs: null };
  const result = await act('alerts.create', { terms });
  return result.ok
    ? { tone: 'good', title: 'Alert made', detail: formatCondition(condition), fact: EVENT }
    : { tone: 'bad', title: 'No alert was made', detail: formatBridgeError(result.error), fact: attemptOf('alert') };
}

/** Moves a line to a price in the terms of `visible`; null when it went well. */
export async function moveAlert(line: AlertLine, price: number, visible: Side): Promise<Report | null> {
  const { id, terms, condition } = line;
  if (terms.scope.kind !== 'market') return null;
  const { of, side, crosses } = condition;
  const level = inYesTerms(side, inYesTerms(visible, price as Price));
  const moved = { ...condition, level, crosses: findCrossing(terms.scope.market, { of, side }, level, crosses) };
  const result = await act('alerts.change', { id, terms: { ...terms, condition: moved } });
  return result.ok
    ? null
    : {
        tone: 'bad',
        title: 'The alert was not changed',
        detail: formatBridgeError(result.error),
        fact: attemptOf('alert'),
      };
}

/** Null when it went well. */
export async function removeAlert({ id }: AlertLine): Promise<Report | null> {
  const result = await act('alerts.remove', { id });
  return result.ok
    ? null
    : {
        tone: 'bad',
        title: 'The alert was not removed',
        detail: formatBridgeError(result.error),
        fact: attemptOf('alert'),
      };
}
