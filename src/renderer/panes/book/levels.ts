/**
 * Level table of the book, written into existing elements cell by cell.
 *
 * Invariants  No element or text node is created while the book changes, and a bar is a background: another node or transform
 *             would make the browser compose the whole window again. Own orders have a mark and a word, not only a colour. A
 *             cell's text and data change together; an empty level is an empty, disabled cell.
 */
import type { Side } from '#shared/market/outcome.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { BookRow } from './model.ts';

/** Whole rows that fit, at least one: a cut one would show half a price. */
export function countRows(height: number, rowHeight: number): number {
  return Math.max(1, Math.floor(height / rowHeight));
}

interface Half {
  readonly side: Side;
  readonly price: HTMLButtonElement;
  readonly priceText: Text;
  readonly shares: HTMLElement;
  readonly sharesText: Text;
  readonly bar: HTMLElement;
}

interface Row {
  readonly yes: Half;
  readonly no: Half;
}

export interface LevelTable {
  /** Adds or removes rows at the end. */
  setCount(count: number): void;
  write(
    levels: readonly BookRow[],
    largest: number,
    price: (micros: number) => string,
    size: (shares: number) => string,
  ): void;
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
    write(levels, largest, price, size) {
      for (const [at, row] of rows.entries()) {
        const level = levels[at];
        writeHalf(row.yes, level?.yesBid ?? 0, level?.yesShares ?? 0, level?.yesOwn ?? 0, largest, price, size);
        writeHalf(row.no, level?.noBid ?? 0, level?.noShares ?? 0, level?.noOwn ?? 0, largest, price, size);
      }
    },
  };
}

function openHalf(line: HTMLElement, side: Side, tabIndex: number): Half {
  const half = document.createElement('div');
  half.className = `book-half ${side}`;
  const bar = document.createElement('i');
  const price = document.createElement('button');
  price.type = 'button';
  price.tabIndex = tabIndex;
  price.className = `mono ${side}`;
  price.dataset.side = side;
  price.dataset.testid = `book-${side}`;
  const shares = document.createElement('span');
  shares.className = 'mono';
  const [priceText, sharesText] = [new Text(), new Text()];
  price.append(priceText);
  shares.append(sharesText);
  half.append(bar, price, shares);
  line.append(half);
  return { side, price, priceText, shares, sharesText, bar };
}

function writeHalf(
  half: Half,
  micros: number,
  shares: number,
  own: number,
  largest: number,
  price: (micros: number) => string,
  size: (shares: number) => string,
): void {
  const key = micros === 0 ? '' : String(micros);
  if (half.price.dataset.price !== key) {
    half.price.dataset.price = key;
    half.priceText.data = micros === 0 ? '' : price(micros);
    half.price.disabled = micros === 0;
  }
  const text = shares === 0 ? '' : size(shares);
  if (half.sharesText.data !== text) half.sharesText.data = text;
  const mine = own === 0 ? '' : size(own);
  if ((half.shares.dataset.own ?? '') !== mine) {
    if (mine === '') delete half.shares.dataset.own;
    else half.shares.dataset.own = mine;
    half.shares.title = mine === '' ? '' : `${mine} of them are yours`;
  }
  const label = micros === 0 ? '' : `${half.side} bid ${price(micros)}, ${text}${mine === '' ? '' : `, ${mine} yours`}`;
  if ((half.price.getAttribute('aria-label') ?? '') !== label) {
    if (label === '') half.price.removeAttribute('aria-label');
    else half.price.setAttribute('aria-label', label);
  }
  const width = `${Math.round((shares / largest) * 500) / 5}% 100%`;
  if (half.bar.style.backgroundSize !== width) half.bar.style.backgroundSize = width;
}
