/** The lines with a handle of one chart: own orders, stops, alerts and drawn levels, which a drag moves, and average prices. */
import type { OrderView } from '#shared/ipc/views.ts';
import { inYesTerms, type Side } from '#shared/market/outcome.ts';
import type { Tick } from '#shared/market/tickGrid.ts';
import { formatCondition } from '#shared/text/alerts/alerts.ts';
import { nameKindShortly } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatContracts, formatExactPrice, formatTickPrice } from '#shared/text/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import { averageOf, type PositionLine } from '../../../domain/account/positions.ts';
import { editAlert } from '../../../domain/alerts/alertDraft.ts';
import { type AlertLine, moveAlert, removeAlert, shownLevel } from '../../../domain/alerts/alertLines.ts';
import { nameTerms } from '../../../domain/conditionals/conditionalNames.ts';
import { moveStopLine, type StopLine, shownPrice } from '../../../domain/conditionals/stopLines.ts';
import { moveOrder } from '../../../domain/exits/exits.ts';
import type { Report } from '../../../domain/noticeFacts.ts';
import { feed } from '../../../feed/feed.ts';
import { useOverlay } from '../../../ui/overlay/overlay.ts';
import { priceInView } from '../plot/bars.ts';
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
    if (report) useOverlay.getState().report(report);
  }
}

/** Triggers of stops; one that cannot be changed now has no move. */
export function listStopHandles(lines: readonly StopLine[], view: Side, tick: Tick): HandleItem[] {
  return lines.map((line) => ({
    key: `stop ${line.view.id}`,
    at: 'right',
    price: shownPrice(line, view),
    look: line.isBroken ? 'stopBroken' : 'stop',
    title: `${nameKindShortly(line.view.terms.kind)} ${formatContracts(line.view.terms.shares)}`,
    name: nameTerms(line.view.terms),
    move: line.canMove ? (price) => void report(moveStopLine(line, price, view, tick)) : null,
  }));
}

/** Average prices of what is held; nothing moves them. */
export function listAverageHandles(lines: readonly PositionLine[], view: Side): HandleItem[] {
  const open = lines.filter(({ position }) => position.quantity > 0);
  return open.flatMap((line): HandleItem[] => {
    const { outcome, quantity } = line.position;
    const average = averageOf(line);
    if (average === null) return [];
    // Between two ticks: the axis would state another price.
    const priceText = formatTickPrice(average, 4);
    return [
      {
        key: `average ${outcome} ${line.position.custody}`,
        at: 'right',
        price: inYesTerms(view, inYesTerms(outcome, average)),
        look: 'average',
        title: `Avg ${open.length > 1 ? `${outcome} ` : ''}${priceText}`,
        name: `Average price of ${formatContracts(quantity)} ${outcome}`,
        priceText,
        move: null,
      },
    ];
  });
}

/** Price alerts of the market; a drag over the price of now turns the direction in which one crosses its level. */
export function listAlertHandles(lines: readonly AlertLine[], view: Side, tick: Tick): HandleItem[] {
  return lines.map((line) => {
    const { level, crosses } = shownLevel(line.condition, view);
    return {
      key: `alert ${line.id}`,
      at: 'left',
      price: level,
      ...(level % tick === 0 ? {} : { priceText: formatExactPrice(level) }),
      look: line.isWatched ? 'alert' : 'alertPaused',
      title: `Alert ${crosses === 'above' ? '↑' : '↓'}${line.isWatched ? '' : ' paused'}`,
      name: `Alert: ${formatCondition(line.condition)}`,
      move: (price) => void report(moveAlert(line, price, view)),
      open: () => editAlert(line.id),
      remove: () => void report(removeAlert(line)),
    };
  });
}

async function report(work: Promise<Report | null>): Promise<void> {
  const result = await work;
  if (result) useOverlay.getState().report(result);
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
