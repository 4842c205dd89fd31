/**
 * Drafts of conditional orders: what the ticket of a link group composes instead of a limit order.
 *
 * Invariants  A draft belongs to the market it was opened for: another market never shows it.
 */
import { create } from 'zustand';
import { DEFAULT_TICK, tickDecimals } from '#shared/market/tickGrid.ts';
import type { ConditionalId, ConditionalTerms, StopLeg, TrailDistance } from '#shared/order/conditional/terms.ts';
import type { Trigger } from '#shared/order/conditional/trigger.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { draftStore } from '../act/draft.ts';
import { feed } from '../feed/feed.ts';
import { type ConditionalForm, type FormField, type FormKind, type FormSource, KIND_FORMS } from './conditionalForm.ts';
import { writeDuration } from './conditionalTexts.ts';
import { isPaneLink, type LinkKey, linkKeyOf } from './links.ts';
import { paneRequests } from './paneRequests.ts';
import { usePanes } from './panes.ts';

export interface ConditionalDraft {
  readonly market: MarketId;
  readonly form: ConditionalForm;
  /** The conditional order that it changes; null: a new one. */
  readonly changes: ConditionalId | null;
}

interface DraftStore {
  readonly drafts: Readonly<Partial<Record<LinkKey, ConditionalDraft>>>;
}

export const useConditionalDrafts = create<DraftStore>(() => ({ drafts: {} }));

/** The draft under `key` if it is for `market`, else null: the ticket then composes a limit order. */
export function useConditionalDraft(key: LinkKey, market: MarketId | null): ConditionalDraft | null {
  return useConditionalDrafts(({ drafts }) => {
    const draft = drafts[key] ?? null;
    return draft !== null && draft.market === market ? draft : null;
  });
}

export function setConditionalDraft(key: LinkKey, draft: ConditionalDraft | null): void {
  useConditionalDrafts.setState(({ drafts: { [key]: _old, ...drafts } }) => ({
    drafts: draft === null ? drafts : { ...drafts, [key]: draft },
  }));
}

/** Opens a draft in the ticket of `key`, a new one if there is none; false for an unlinked pane. */
export function openConditionalDraft(key: LinkKey, draft: ConditionalDraft): boolean {
  setConditionalDraft(key, draft);
  const ticket = Object.entries(usePanes.getState().panes).find(
    ([id, pane]) => pane.name === 'ticket' && linkKeyOf(id, pane.link) === key,
  );
  if (ticket) paneRequests.emit({ kind: 'reveal', id: ticket[0] });
  else if (isPaneLink(key)) paneRequests.emit({ kind: 'add', name: 'ticket', link: key });
  else return false;
  return true;
}

/** A form of this kind with the ticket's outcome and size; a sale is of everything. */
export function startForm(key: LinkKey, kind: FormKind, fields: ConditionalForm['fields'] = {}): ConditionalForm {
  const { side, shares } = draftStore(key).getState();
  const [direction] = KIND_FORMS[kind].directions;
  const size = direction === 'sell' ? 'all' : shares === null ? '' : formatMicros(shares);
  return { kind, direction: direction!, side, size, source: null, fields };
}

/** The same form for another kind: fields that both kinds have stay. */
export function changeKind(form: ConditionalForm, kind: FormKind): ConditionalForm {
  const { directions, fields: known, hasSource } = KIND_FORMS[kind];
  const kept = known.flatMap(({ field }) => (form.fields[field] === undefined ? [] : [[field, form.fields[field]]]));
  return {
    ...form,
    kind,
    direction: directions.includes(form.direction) ? form.direction : directions[0]!,
    source: hasSource ? form.source : null,
    fields: Object.fromEntries(kept) as ConditionalForm['fields'],
  };
}

/** The form that makes these terms again. */
export function readForm(terms: ConditionalTerms, exchangeTimeMs: number): ConditionalForm {
  const decimals = tickDecimals(feed.catalogue()?.tick ?? DEFAULT_TICK);
  const price = (micros: number): string => formatMicros(micros, decimals);
  const ends =
    terms.goodTillMs === null ? {} : { expiry: writeDuration(Math.max(1_000, terms.goodTillMs - exchangeTimeMs)) };
  const starts = terms.startsWhen?.kind === 'underlying' ? { when: writeUnderlying(terms.startsWhen) } : {};
  const form = (fields: Partial<Record<FormField, string>>, source: FormSource | null = null): ConditionalForm => ({
    kind: terms.kind,
    direction: terms.direction,
    side: terms.outcome.side,
    size: formatMicros(terms.shares),
    source,
    fields: { ...fields, ...ends, ...starts },
  });
  const stopFields = ({ trigger, limit, worst }: StopLeg): Partial<Record<FormField, string>> => ({
    trigger: writeTrigger(trigger, price),
    limit: price(limit),
    ...(worst === limit ? {} : { worst: price(worst) }),
  });
  switch (terms.kind) {
    case 'stop':
      return form(stopFields(terms), sourceOf(terms.trigger));
    case 'takeProfit':
      return form({ target: price(terms.limit) });
    case 'oco': {
      const flip = terms.flipTicks === null ? {} : { flip: `${terms.flipTicks}t` };
      return form(
        { target: price(terms.takeProfit), ...stopFields(terms.stop), ...flip },
        sourceOf(terms.stop.trigger),
      );
    }
    case 'trailing': {
      const { activation, cap, worst } = terms;
      const from = activation === null ? {} : { activation: price(activation) };
      const tick = feed.catalogue()?.tick ?? DEFAULT_TICK;
      return form({
        distance: writeDistance(terms.distance),
        cap: `${Math.round(cap / tick)}t`,
        worst: price(worst),
        ...from,
      });
    }
    case 'bracket': {
      const target = terms.takeProfit === null ? {} : { target: price(terms.takeProfit) };
      const stop = terms.stop === null ? {} : stopFields(terms.stop);
      const source = terms.stop === null ? null : sourceOf(terms.stop.trigger);
      return form({ price: price(terms.entry.price), ...target, ...stop }, source);
    }
    case 'closeBefore': {
      const { beforeMs, limit, worst } = terms;
      const bound = worst === limit ? {} : { worst: price(worst) };
      return form({ before: writeDuration(beforeMs), limit: price(limit), ...bound });
    }
    case 'goodTill':
      return form({ price: price(terms.price) });
    case 'scale': {
      const { levels } = terms;
      const [first] = levels;
      const last = levels.at(-1);
      if (first === undefined || last === undefined) return form({});
      return form({ price: price(first.price), target: price(last.price), count: `${levels.length}` });
    }
    case 'iceberg':
      return form({ price: price(terms.price), clip: formatMicros(terms.clip) });
    case 'twap': {
      const { lengthMs, slices, worst } = terms;
      return form({ length: writeDuration(lengthMs), count: `${slices}`, worst: price(worst) });
    }
    case 'chase':
      return form({ worst: price(terms.worst), length: writeDuration(terms.maxMs) });
  }
}

function sourceOf(trigger: Trigger): FormSource | null {
  if (trigger.kind === 'underlying') return 'underlying';
  return trigger.kind === 'price' ? trigger.source : null;
}

function writeTrigger(trigger: Trigger, price: (micros: number) => string): string {
  if (trigger.kind === 'underlying') return `${trigger.price}`;
  return trigger.kind === 'price' ? price(trigger.price) : '';
}

function writeUnderlying({ symbol, crosses, price }: Extract<Trigger, { kind: 'underlying' }>): string {
  return `${symbol} ${crosses === 'atOrBelow' ? '<=' : '>='} ${price}`;
}

function writeDistance(distance: TrailDistance): string {
  return distance.kind === 'ticks' ? `${distance.ticks}t` : `${formatMicros(distance.bps * 10_000)}%`;
}
