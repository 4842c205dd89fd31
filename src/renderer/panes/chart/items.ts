/** The lines with a handle of one chart: own orders and triggers of stops, which a drag moves, and drawn levels. */
import type { OrderView } from '#shared/ipc/views.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { CONDITIONAL_SHORT_KINDS } from '#shared/text/conditionalTerms.ts';
import { formatContracts } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { nameTerms } from '../../domain/conditionalNames.ts';
import { moveOrder } from '../../domain/exits.ts';
import { moveStopLine, type StopLine, shownPrice } from '../../domain/stopLines.ts';
import { feed } from '../../feed/feed.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { priceInView } from './bars.ts';
import type { HandleItem } from './Handles.tsx';
import type { Level } from './levels.ts';
import { buildOwnLines, type OwnLine } from './ownLines.ts';

const LOOKS = { resting: 'own', pending: 'ownPending', unknown: 'ownUnknown' } as const;

export function listOrderHandles(orders: readonly OrderView[], view: Side): HandleItem[] {
  return buildOwnLines(orders, view).map((line) => ({
    key: `order ${line.key}`,
    at: 'right',
    price: line.price,
    look: LOOKS[line.state],
    title: line.title,
    name: nameLine(line, view),
    move: line.movable.length === 0 ? null : (price) => void moveLine(line, price, view),
  }));
}

function nameLine({ column, movable, title, state }: OwnLine, view: Side): string {
  if (column === null || movable.length === 0)
    return `Own order, ${state === 'unknown' ? 'unknown' : 'not resting'}: ${title}`;
  const shares = movable.reduce((sum, { remaining }) => sum + remaining, 0);
  return `Own ${column} of ${formatContracts(shares)} ${view}`;
}

/** Moves the orders of a line by the command that the ladder uses, with a notice about each. */
async function moveLine({ movable }: OwnLine, price: number, view: Side): Promise<void> {
  const yesPrice = priceInView(view, price) as Price;
  const moves = movable.map((order) =>
    moveOrder(order, inYesTerms(order.side, yesPrice), feed.book(order.market)?.version ?? null),
  );
  for (const report of await Promise.all(moves)) {
    if (report) useOverlay.getState().notify(report.tone, report.title, report.detail);
  }
}

/** Triggers of stops; one that cannot be changed now has no move. */
export function listStopHandles(lines: readonly StopLine[], view: Side, tick: Tick): HandleItem[] {
  return lines.map((line) => ({
    key: `stop ${line.view.id}`,
    at: 'right',
    price: shownPrice(line, view),
    look: line.isBroken ? 'stopBroken' : 'stop',
    title: `${CONDITIONAL_SHORT_KINDS[line.view.terms.kind]} ${formatContracts(line.view.terms.shares)}`,
    name: nameTerms(line.view.terms),
    move: line.canMove ? (price) => void moveStop(line, price, view, tick) : null,
  }));
}

async function moveStop(line: StopLine, price: number, view: Side, tick: Tick): Promise<void> {
  const report = await moveStopLine(line, price, view, tick);
  if (report) useOverlay.getState().notify(report.tone, report.title, report.detail);
}

export interface LevelActs {
  move(id: number, yesPrice: number): void;
  open(id: number): void;
  remove(id: number): void;
}

export function listLevelHandles(
  levels: readonly Level[],
  view: Side,
  acts: LevelActs,
  format: (micros: number) => string,
): HandleItem[] {
  return levels.map(({ id, price, label }) => ({
    key: `level ${id}`,
    at: 'left',
    price: priceInView(view, price),
    look: 'level',
    title: label === '' ? format(priceInView(view, price)) : label,
    name: label === '' ? 'Level' : `Level ${label}`,
    move: (to) => acts.move(id, priceInView(view, to)),
    open: () => acts.open(id),
    remove: () => acts.remove(id),
  }));
}
