/**
 * Level table of the book: the elements that a level is clicked, focused and named by; drawLevels.ts draws what they show.
 *
 * Invariants  While the book changes no element is created and no text is written, so that the browser lays nothing out. Own
 *             orders have a mark and a word, not only a colour. A level's name and data change together; an empty level is a
 *             disabled control without a name.
 */
import type { Side } from '#shared/market/outcome.ts';
import { parseInteger, parseReal } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { HalfPlace, LevelCells, LevelPlaces } from './drawLevels.ts';
import type { BookRow } from './model.ts';

/** Whole rows that fit, at least one: a cut one would show half a price. */
export function countRows(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight));
}

interface Half {
  readonly side: Side;
  readonly box: HTMLElement;
  readonly price: HTMLButtonElement;
}

interface Row {
  readonly yes: Half;
  readonly no: Half;
}

/** Texts of a row's numbers. */
export interface LevelTexts {
  readonly price: (micros: number) => string;
  readonly size: (shares: number) => string;
}

export interface LevelTable {
  /** Adds or removes rows at the end. */
  setCount(count: number): void;
  /** Where the rows are; null without one. Lays out. */
  measure(mono: string, rowHeight: number): LevelPlaces | null;
  write(levels: readonly BookRow[], texts: LevelTexts): void;
}

/** A price of the table in the terms of its side. */
export interface LevelPrice {
  readonly side: Side;
  readonly price: Price;
}

export interface LevelEvents {
  /** The price at the press, because the table may have changed before the release. */
  onClick(level: LevelPrice): void;
  onPoint(level: LevelPrice | null): void;
}

function levelOf(target: EventTarget | null): LevelPrice | null {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-price]') : null;
  const { side, price } = cell?.dataset ?? {};
  return (side === 'yes' || side === 'no') && price ? { side, price: parseInteger(price) as Price } : null;
}

function listen(body: HTMLElement, events: LevelEvents): void {
  let pressed: LevelPrice | null = null;
  body.addEventListener('pointerdown', (event) => {
    pressed = levelOf(event.target);
  });
  body.addEventListener('click', (event) => {
    // A click without a press came from the keyboard.
    const level = event.detail === 0 ? levelOf(event.target) : pressed;
    pressed = null;
    if (level) events.onClick(level);
  });
  body.addEventListener('pointermove', (event) => events.onPoint(levelOf(event.target)));
  body.addEventListener('pointerleave', () => events.onPoint(null));
}

export function openLevels(body: HTMLElement, events: LevelEvents): LevelTable {
  const rows: Row[] = [];
  listen(body, events);
  return {
    setCount(count) {
      while (rows.length > count) {
        rows.pop();
        body.lastElementChild?.remove();
      }
      while (rows.length < count) {
        const line = document.createElement('div');
        line.className = 'book-row';
        // The Tab key stops at the best prices only, not at every row.
        const tabIndex = rows.length === 0 ? 0 : -1;
        rows.push({ yes: openHalf(line, 'yes', tabIndex), no: openHalf(line, 'no', tabIndex) });
        body.append(line);
      }
    },
    measure(mono, rowHeight) {
      const [first] = rows;
      if (first === undefined) return null;
      const { left } = body.getBoundingClientRect();
      return {
        font: `${getComputedStyle(first.yes.price).fontSize} ${mono}`,
        rowHeight,
        yes: placeOf(first.yes, left),
        no: placeOf(first.no, left),
      };
    },
    write(levels, texts) {
      for (const [at, row] of rows.entries()) {
        const level = levels[at];
        writeHalf(row.yes, level?.yesBid ?? 0, level?.yesShares ?? 0, level?.yesOwn ?? 0, texts);
        writeHalf(row.no, level?.noBid ?? 0, level?.noShares ?? 0, level?.noOwn ?? 0, texts);
      }
    },
  };
}

/** `origin` is the left edge of the table. */
function placeOf({ box, price }: Half, origin: number): HalfPlace {
  const [outer, inner] = [box.getBoundingClientRect(), price.getBoundingClientRect()];
  const margin = parseReal(getComputedStyle(price).paddingRight.replace('px', ''));
  const right = outer.right - origin;
  return {
    left: right - box.clientWidth,
    right,
    priceLeft: inner.left - origin,
    priceRight: inner.right - origin - margin,
    sizeRight: right - margin,
  };
}

/** The rows as they are drawn. */
export function buildCells(levels: readonly BookRow[], largest: number, texts: LevelTexts): readonly LevelCells[] {
  const cellOf = (micros: number, shares: number, own: number): LevelCells['yes'] => ({
    price: micros === 0 ? '' : texts.price(micros),
    size: shares === 0 ? '' : texts.size(shares),
    share: shares / largest,
    isOwn: own > 0,
  });
  return levels.map((level) => ({
    yes: cellOf(level.yesBid, level.yesShares, level.yesOwn),
    no: cellOf(level.noBid, level.noShares, level.noOwn),
  }));
}

function openHalf(line: HTMLElement, side: Side, tabIndex: number): Half {
  const box = document.createElement('div');
  box.className = `book-half ${side}`;
  const price = document.createElement('button');
  price.type = 'button';
  price.tabIndex = tabIndex;
  price.className = `mono ${side}`;
  price.dataset.side = side;
  price.dataset.testid = `book-${side}`;
  box.append(price);
  line.append(box);
  return { side, box, price };
}

function writeHalf({ side, box, price }: Half, micros: number, shares: number, own: number, texts: LevelTexts): void {
  const key = micros === 0 ? '' : String(micros);
  if (price.dataset.price !== key) {
    price.dataset.price = key;
    price.disabled = micros === 0;
  }
  const mine = own === 0 ? '' : texts.size(own);
  if ((box.dataset.own ?? '') !== mine) {
    if (mine === '') delete box.dataset.own;
    else box.dataset.own = mine;
    box.title = mine === '' ? '' : `${mine} of them are yours`;
  }
  const name =
    micros === 0
      ? ''
      : `${side} bid ${texts.price(micros)}, ${texts.size(shares)}${mine === '' ? '' : `, ${mine} yours`}`;
  if ((price.getAttribute('aria-label') ?? '') === name) return;
  if (name === '') price.removeAttribute('aria-label');
  else price.setAttribute('aria-label', name);
}
