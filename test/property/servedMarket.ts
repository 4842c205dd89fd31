/**
 * A market as a server keeps it, for properties: its book, what the book was at every sequence, and messages as text.
 *
 * Invariants  Written apart from the client: no code of it is used here. Volumes and prices are integers of millionths.
 */

export interface LevelChange {
  readonly side: 'bids' | 'asks';
  /** Thousandths of a dollar; bids stay below 500 and asks above, so that the book never crosses. */
  readonly slot: number;
  /** Millionths of a share; 0 removes. */
  readonly volume: number;
}

/** How a message spells what it says. */
export interface Spelling {
  readonly form: 'pairs' | 'objects' | 'flat';
  readonly empty: 'missing' | 'null' | 'array';
  readonly removal: '' | '0' | '0.0';
  readonly zeros: number;
}

const text = (micros: number, zeros: number): string => {
  const digits = String(micros).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  const padded = fraction + '0'.repeat(Math.min(zeros, 6 - fraction.length));
  return `${digits.slice(0, -6)}${padded === '' ? '' : `.${padded}`}`;
};

export class ServedMarket {
  sequence: number;
  readonly history = new Map<number, string>();
  private readonly snapshots = new Map<number, { bids: [number, number][]; asks: [number, number][] }>();
  private readonly bids = new Map<number, number>();
  private readonly asks = new Map<number, number>();

  constructor(sequence: number, first: readonly LevelChange[]) {
    this.sequence = sequence;
    this.put(first);
    this.remember();
  }

  private put(changes: readonly LevelChange[]): void {
    for (const { side, slot, volume } of changes) {
      if (volume === 0) this[side].delete(slot);
      else this[side].set(slot, volume);
    }
  }

  private remember(): void {
    const bids = [...this.bids].sort(([a], [b]) => b - a);
    const asks = [...this.asks].sort(([a], [b]) => a - b);
    this.snapshots.set(this.sequence, { bids, asks });
    const show = (side: [number, number][]): string =>
      side.map(([slot, volume]) => `${slot * 1_000}:${volume}`).join(' ');
    this.history.set(this.sequence, `${show(bids)}|${show(asks)}`);
  }

  /** Changes the book and answers the increment's text. */
  move(changes: readonly LevelChange[], spelling: Spelling): string {
    this.sequence += 1;
    this.put(changes);
    this.remember();
    const { sequence } = this;
    const body: Record<string, unknown> = { sequence };
    for (const side of ['bids', 'asks'] as const) {
      const own = changes.filter((change) => change.side === side);
      if (own.length === 0) {
        if (spelling.empty !== 'missing') body[side] = spelling.empty === 'null' ? null : [];
        continue;
      }
      const pairs = own.map(({ slot, volume }) => [
        text(slot * 1_000, spelling.zeros),
        volume === 0 ? spelling.removal : text(volume, spelling.zeros),
      ]);
      if (spelling.form === 'flat' && pairs.length === 1) [body[side]] = pairs;
      else if (spelling.form === 'objects')
        body[side] = pairs.map(([price, volume]) => ({ price, side: 'yes', volume }));
      else body[side] = pairs;
    }
    return JSON.stringify({ '7.ob-inc': body });
  }

  /** The snapshot of now, or of an earlier sequence. */
  snapshot(sequence: number = this.sequence): string {
    const { bids, asks } = this.snapshots.get(sequence)!;
    const pairs = (side: [number, number][]) => side.map(([slot, volume]) => [text(slot * 1_000, 0), text(volume, 0)]);
    return JSON.stringify({ '7.ob-snap': { bids: pairs(bids), asks: pairs(asks), sequence } });
  }

  /** The book of a check read. */
  levels(): { bids: [number, number][]; asks: [number, number][]; sequence: number } {
    return { ...this.snapshots.get(this.sequence)!, sequence: this.sequence };
  }
}
