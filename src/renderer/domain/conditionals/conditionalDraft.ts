/**
 * Drafts of conditional orders: what the ticket of a link group composes instead of a limit order.
 *
 * Invariants  A draft belongs to the market it was opened for: another market never shows it.
 */
import { create } from 'zustand';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ConditionalKind } from '#shared/order/conditional/terms.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatMicros } from '#shared/units/micros.ts';
import { draftStore } from '../../act/draft.ts';
import { showTicket } from '../orders/ticket.ts';
import type { LinkKey } from '../workspaces/links.ts';
import { type ConditionalForm, directionsOf, hasSource, listFields } from './conditionalForm.ts';

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

/** Opens a draft in the ticket of `key`, a new one if there is none, with the focus in its form; false for an unlinked pane. */
export function openConditionalDraft(key: LinkKey, draft: ConditionalDraft): boolean {
  setConditionalDraft(key, draft);
  return showTicket(key, true);
}

/** A form of this kind with the ticket's outcome and size; a sale is of everything. */
export function startForm(
  key: LinkKey,
  kind: ConditionalKind,
  fields: ConditionalForm['fields'] = {},
): ConditionalForm {
  const { side, shares } = draftStore(key).getState();
  const [direction] = directionsOf(kind);
  const size = direction === 'sell' ? 'all' : shares === null ? '' : formatMicros(shares);
  return { kind, direction: direction!, side, size, source: null, fields };
}

/** The same form for another kind: fields that both kinds have stay. */
export function changeKind(form: ConditionalForm, kind: ConditionalKind): ConditionalForm {
  const directions = directionsOf(kind);
  const kept = listFields(kind).flatMap(({ field }) =>
    form.fields[field] === undefined ? [] : [[field, form.fields[field]]],
  );
  return {
    ...form,
    kind,
    direction: directions.includes(form.direction) ? form.direction : directions[0]!,
    source: hasSource(kind) ? form.source : null,
    fields: Object.fromEntries(kept) as ConditionalForm['fields'],
  };
}
