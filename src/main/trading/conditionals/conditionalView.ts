/** Views of conditional orders: the machine's state without the books that it was decided on. */
import type {
  ConditionalOrderView,
  ConditionalsView,
  ConditionalView,
  EvidenceView,
  FiringView,
} from '#shared/ipc/conditionals/conditionals.ts';
import { filledOf } from '#shared/order/conditional/children.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { BookObservation } from '#shared/order/conditional/observation.ts';
import type { Child, Evidence, Firing } from '#shared/order/conditional/state.ts';
import { kindOf } from '#shared/order/conditional/terms.ts';
import type { Shares } from '#shared/units/shares.ts';
import { lifeOf } from './lifeOf.ts';
import { buildProtections, type ProtectionContext } from './protections.ts';
import { isEnded, type Run } from './run.ts';

const MAX_ORDERS = 20;

export function buildConditionalView(run: Run): ConditionalView {
  const { id, generation, terms, children, fired, peak, missedAtMs, retryAtMs } = run.state;
  return {
    id,
    generation,
    terms,
    life: lifeOf(run),
    createdAtMs: run.createdAtMs,
    startedAtMs: run.state.startedAtMs,
    updatedAtMs: run.updatedAtMs,
    fired: Object.entries(fired).map(([name, firing]) => describeFiring(name, firing)),
    orders: children.slice(-MAX_ORDERS).map(describeOrder),
    filled: kindOf(terms).filled?.(terms, children) ?? filledToward(terms.direction, children),
    peak,
    missedAtMs,
    retryAtMs,
    denials: run.denials,
    steps: run.steps,
  };
}

function filledToward(direction: Child['direction'], children: readonly Child[]): Shares {
  return filledOf(children.filter((child) => child.direction === direction));
}

export function buildConditionalsView(
  runs: readonly Run[],
  unreadable: readonly ConditionalId[],
  context: ProtectionContext,
): ConditionalsView {
  const going = runs.filter((run) => !isEnded(run));
  const lives = going.map(lifeOf);
  return {
    isHidden: false,
    conditionals: runs.map(buildConditionalView).reverse(),
    protections: buildProtections(runs, context),
    active: going.length,
    locked: lives.filter((life) => life.at === 'waiting' && life.reason.code === 'locked').length,
    halted: lives.filter(({ at }) => at === 'halted').length,
    unreadable,
  };
}

function describeFiring(name: string, { atMs, sinceMs, isLate, evidence }: Firing): FiringView {
  return { name, atMs, sinceMs, isLate, evidence: listEvidence(evidence) };
}

/** One for each condition that a trigger rests on. */
export function listEvidence(evidence: Evidence): EvidenceView[] {
  switch (evidence.kind) {
    case 'book':
      return [describeBook(evidence.book)];
    case 'trade': {
      const { market, price, shares } = evidence.trade;
      return [{ kind: 'trade', market, price, shares }, describeBook(evidence.book)];
    }
    case 'tick': {
      const { symbol, price } = evidence.tick;
      return [{ kind: 'tick', symbol, price }];
    }
    case 'time':
      return [evidence];
    case 'composite':
      return evidence.parts.flatMap(listEvidence);
  }
}

function describeBook({ market, sequence, isRest, bids, asks }: BookObservation): EvidenceView {
  const best = { bestBid: bids[0]?.price ?? null, bestAsk: asks[0]?.price ?? null };
  return { kind: 'book', market, sequence, isRest: isRest === true, ...best };
}

function describeOrder(child: Child): ConditionalOrderView {
  const { intentId, slot, outcome, direction, price, shares, filled, urgency, life, cancel, requestedAtMs } = child;
  return {
    intentId,
    orderId: life.at === 'working' ? life.orderId : null,
    slot,
    outcome,
    direction,
    price,
    shares,
    filled,
    urgency,
    life,
    isCancelRequested: cancel !== null,
    requestedAtMs,
  };
}
