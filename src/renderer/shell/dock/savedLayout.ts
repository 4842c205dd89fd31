/**
 * Text of a saved layout: the docking library's value, and each pane's colour, market and settings.
 *
 * Shape       Version 2: panels have ids of their own, `contentComponent` names the kind of pane, `params` holds its state.
 *             `drafts` has the size, outcome and direction under each link; one that is not readable is left out.
 *             Version 1: the id is the kind, all panes are blue; it is migrated on reading.
 * Invariants  A layout of an unknown version, or with an unknown kind of pane, is not a layout.
 */

import { fitRectangle, type Rectangle, type Size, type Sizes } from '#shared/base/rectangle.ts';
import { UnitError } from '#shared/units/errors.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { formatShares, parseShares } from '#shared/units/shares.ts';
import { formatUsd, parseUsd } from '#shared/units/usd.ts';
import type { KeptDraft } from '../../act/draft.ts';
import { isPaneLink, LINK_COLOURS, type LinkColour, type PaneLink } from '../../domain/workspaces/links.ts';
import type { PaneSettings } from '../../domain/workspaces/panes.ts';

export const LAYOUT_VERSION = 2;

/** The panes of layouts saved without their list of known panes. */
const FIRST_PANES: readonly string[] = [
  'chart',
  'ticket',
  'tape',
  'book',
  'orders',
  'positions',
  'fills',
  'balances',
  'health',
  'markets',
  'ladder',
];

export interface SavedPane {
  /** Kind of pane. */
  readonly name: string;
  readonly link: PaneLink;
  /** Market of an unlinked pane. */
  readonly market: MarketId | null;
  readonly settings: PaneSettings;
}

export type LinkedMarkets = Readonly<Partial<Record<LinkColour, MarketId>>>;

export type KeptDrafts = Readonly<Record<string, KeptDraft>>;

export interface SavedLayout {
  /** The docking library's own value. */
  readonly dock: { readonly panels: Readonly<Record<string, unknown>> };
  /** By panel id. */
  readonly panes: Readonly<Record<string, SavedPane>>;
  readonly markets: LinkedMarkets;
  readonly drafts: KeptDrafts;
  /** Every kind of pane that existed when the layout was saved: one of them that is not in it was closed. */
  readonly known: readonly string[];
}

/** Null for text that is not a layout of the panes named in `names`. */
export function parseLayout(text: string | null, names: readonly string[]): SavedLayout | null {
  if (text === null) return null;
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return null;
  }
  const layout = isRecord(saved) ? migrate(saved) : null;
  if (layout === null || !isRecord(layout.dock) || !isRecord(layout.dock.panels)) return null;
  const panes: Record<string, SavedPane> = {};
  for (const [id, panel] of Object.entries(layout.dock.panels)) {
    const pane = parsePane(panel);
    if (pane === null || !names.includes(pane.name)) return null;
    panes[id] = pane;
  }
  const { panels } = layout.dock;
  return {
    dock: { ...layout.dock, panels },
    panes,
    markets: parseMarkets(layout.markets),
    drafts: parseDrafts(layout.drafts),
    known: parseKnown(layout.known),
  };
}

/** The layout in the newest version's form; null for an unknown version. */
function migrate(saved: Record<string, unknown>): Record<string, unknown> | null {
  if (saved.version === LAYOUT_VERSION) return saved;
  if (saved.version !== 1 || !isRecord(saved.dock) || !isRecord(saved.dock.panels)) return null;
  const panels = Object.fromEntries(
    Object.entries(saved.dock.panels).map(([name, panel]) => [
      name,
      { ...(isRecord(panel) ? panel : {}), contentComponent: name, params: { link: 'blue' } },
    ]),
  );
  return { ...saved, version: LAYOUT_VERSION, dock: { ...saved.dock, panels } };
}

function parsePane(panel: unknown): SavedPane | null {
  if (!isRecord(panel) || typeof panel.contentComponent !== 'string') return null;
  const params = isRecord(panel.params) ? panel.params : {};
  return {
    name: panel.contentComponent,
    link: isPaneLink(params.link) ? params.link : 'blue',
    market: parseMarket(params.market),
    settings: isRecord(params.settings) ? params.settings : {},
  };
}

function parseMarket(value: unknown): MarketId | null {
  return typeof value === 'string' && value !== '' ? (value as MarketId) : null;
}

function parseMarkets(saved: unknown): LinkedMarkets {
  const markets: Partial<Record<LinkColour, MarketId>> = {};
  for (const colour of LINK_COLOURS) {
    const market = isRecord(saved) ? parseMarket(saved[colour]) : null;
    if (market !== null) markets[colour] = market;
  }
  return markets;
}

function parseDrafts(saved: unknown): KeptDrafts {
  if (!isRecord(saved)) return {};
  return Object.fromEntries(
    Object.entries(saved).flatMap(([key, value]) => {
      const draft = parseDraft(value);
      return draft === null ? [] : [[key, draft] as const];
    }),
  );
}

function parseDraft(saved: unknown): KeptDraft | null {
  if (!isRecord(saved)) return null;
  const { side, direction, shares, budget, postOnly } = saved;
  if ((side !== 'yes' && side !== 'no') || (direction !== 'buy' && direction !== 'sell')) return null;
  if (typeof postOnly !== 'boolean') return null;
  try {
    return {
      side,
      direction,
      shares: typeof shares === 'string' ? parseShares(shares) : null,
      budget:
        isRecord(budget) && typeof budget.amount === 'string'
          ? { amount: parseUsd(budget.amount), withFee: budget.withFee === true }
          : null,
      postOnly,
    };
  } catch (error) {
    if (error instanceof UnitError) return null;
    throw error;
  }
}

function formatDraft({ shares, budget, ...rest }: KeptDraft): object {
  return {
    ...rest,
    shares: shares === null ? null : formatShares(shares),
    budget: budget === null ? null : { ...budget, amount: formatUsd(budget.amount) },
  };
}

function parseKnown(saved: unknown): readonly string[] {
  return Array.isArray(saved) ? saved.filter((name) => typeof name === 'string') : FIRST_PANES;
}

/** `before` is the layout that this one was opened from: its known panes stay known, also on networks without them. */
export function formatLayout(
  dock: { readonly panels: Readonly<Record<string, object>> },
  state: Pick<SavedLayout, 'panes' | 'markets' | 'drafts'>,
  names: readonly string[],
  before: SavedLayout | null = null,
): string {
  const known = [...new Set([...(before?.known ?? []), ...names])];
  const panels = Object.fromEntries(
    Object.entries(dock.panels).map(([id, panel]) => {
      const pane = state.panes[id];
      if (!pane) return [id, panel];
      const { link, market, settings } = pane;
      return [id, { ...panel, params: { link, ...(market === null ? {} : { market }), settings } }];
    }),
  );
  const drafts = Object.fromEntries(Object.entries(state.drafts).map(([key, draft]) => [key, formatDraft(draft)]));
  return JSON.stringify({ version: LAYOUT_VERSION, known, markets: state.markets, drafts, dock: { ...dock, panels } });
}

/** Sizes of floating panes. */
export const FLOATING_SIZES: Sizes = {
  preferred: { width: 420, height: 520 },
  least: { width: 222, height: 120 },
};

/** Around a pane that starts to float, or floats in a dock that is smaller than it was: its edges can be grasped, the others seen. */
export const FLOATING_MARGIN = 40;

/** The docking library's value with floating panes wholly inside a dock of this size, whichever screen they were saved on. */
export function fitFloating(dock: SavedLayout['dock'], size: Size): SavedLayout['dock'] {
  const saved: Readonly<Record<string, unknown>> = dock;
  if (!Array.isArray(saved.floatingGroups)) return { ...dock, floatingGroups: [] } as SavedLayout['dock'];
  const before = isRecord(saved.grid) ? saved.grid : {};
  const area = { x: 0, y: 0, ...size };
  const taken: Rectangle[] = [];
  const floatingGroups = saved.floatingGroups.filter(isRecord).map((group) => {
    const read = readPosition(group.position, before);
    const position = fitRectangle(read && leaveMargin(read, size), [area], FLOATING_SIZES, taken);
    taken.push(position);
    const { x: left, y: top, width, height } = position;
    return { ...group, position: { left, top, width, height } };
  });
  return { ...dock, floatingGroups } as SavedLayout['dock'];
}

function leaveMargin({ x, y, width, height }: Rectangle, dock: Size): Rectangle {
  const shorten = (length: number, most: number) => (length > most ? most - 2 * FLOATING_MARGIN : length);
  return { x, y, width: shorten(width, dock.width), height: shorten(height, dock.height) };
}

/** The library saves the distance from the nearer edges of the dock, which had the size `before`. */
function readPosition(saved: unknown, before: Readonly<Record<string, unknown>>): Rectangle | null {
  if (!isRecord(saved)) return null;
  const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
  const width = numberOf(saved.width);
  const height = numberOf(saved.height);
  const startOf = (start: unknown, end: unknown, whole: unknown, length: number): number =>
    typeof start === 'number' ? start : numberOf(whole) - numberOf(end) - length;
  return {
    x: startOf(saved.left, saved.right, before.width, width),
    y: startOf(saved.top, saved.bottom, before.height, height),
    width,
    height,
  };
}

/** Of the panes that this network has: those that the layout neither shows nor knows. */
export function listNewPanes(saved: SavedLayout, names: readonly string[]): readonly string[] {
  const visible = new Set(Object.values(saved.panes).map((pane) => pane.name));
  return names.filter((name) => !saved.known.includes(name) && !visible.has(name));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
