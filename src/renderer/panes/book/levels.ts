/**
 * The table of levels, written cell by cell into elements that stay: no element is made while the book moves.
 *
 * Invariants  A cell's text and data change together; an empty level is an empty, disabled cell.
 */
import type { Side } from '#shared/market/outcome.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { Price } from '#shared/units/price.ts';
import type { BookRow } from './model.ts';

/** Row height in CSS pixels; the style sheet has the same. */
export const ROW_HEIGHT = 19;

interface Half {
  readonly price: HTMLButtonElement;
  readonly shares: HTMLElement;
  readonly bar: HTMLElement;
}

interface Line {
  readonly yes: Half;
  readonly no: Half;
}

export interface LevelTable {
  /** Makes or removes rows at the end. */
  setCount(count: number): void;
  write(
    rows: readonly BookRow[],
    most: number,
    price: (micros: number) => string,
    size: (shares: number) => string,
  ): void;
}

/** A price of the table, in the terms of its own side. */
export interface LevelPrice {
  readonly side: Side;
  readonly price: Price;
}

export interface LevelEvents {
  /** The price that was there at the press: the table may have moved since. */
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
  const lines: Line[] = [];
  listen(body, events);
  return {
    setCount(count) {
      while (lines.length > count) {
        lines.pop();
        body.lastElementChild?.remove();
      }
      while (lines.length < count) {
        const line = document.createElement('div');
        line.className = 'book-row';
        // Only the best prices are stops of the Tab key: a table of fifty would be a trap.
        const stop = lines.length === 0 ? 0 : -1;
        lines.push({ yes: openHalf(line, 'yes', stop), no: openHalf(line, 'no', stop) });
        body.append(line);
      }
    },
    write(rows, most, price, size) {
      for (const [at, line] of lines.entries()) {
        const row = rows[at];
        writeHalf(line.yes, row?.yesBid ?? 0, row?.yesShares ?? 0, most, price, size);
        writeHalf(line.no, row?.noBid ?? 0, row?.noShares ?? 0, most, price, size);
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
  half.append(bar, price, shares);
  line.append(half);
  return { price, shares, bar };
}

function writeHalf(
  half: Half,
  micros: number,
  shares: number,
  most: number,
  price: (micros: number) => string,
  size: (shares: number) => string,
): void {
  const key = micros === 0 ? '' : String(micros);
  if (half.price.dataset.price !== key) {
    half.price.dataset.price = key;
    half.price.textContent = micros === 0 ? '' : price(micros);
    half.price.disabled = micros === 0;
  }
  const text = shares === 0 ? '' : size(shares);
  if (half.shares.textContent !== text) half.shares.textContent = text;
  const scale = `scaleX(${Math.round((shares / most) * 500) / 500})`;
  if (half.bar.style.transform !== scale) half.bar.style.transform = scale;
}
