/**
 * Model of a server's market for property tests: its book at each sequence, and its messages as text.
 *
 * Units       Prices and volumes in millionths.
 * Invariants  Uses no code of the client.
 */

export interface LevelChange {
  readonly side: 'bids' | 'asks';
  /** Thousandths of a dollar; bids are below 500 and asks above, so that the book never crosses. */
  readonly slot: number;
  /** Millionths of a share; 0 removes. */
  readonly volume: number;
}

/** Spelling of a message. */
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

  constructor(sequence: number, levels: readonly LevelChange[]) {
    this.sequence = sequence;
    this.apply(levels);
    this.record();
  }

  private apply(changes: readonly LevelChange[]): void {
    for (const { side, slot, volume } of changes) {
      if (volume === 0) this[side].delete(slot);
      else this[side].set(slot, volume);
    }
  }

  private record(): void {
    const bids = [...this.bids].sort(([a], [b]) => b - a);
    const asks = [...this.asks].sort(([a], [b]) => a - b);
    this.snapshots.set(this.sequence, { bids, asks });
    const format = (side: [number, number][]): string =>
      side.map(([slot, volume]) => `${slot * 1_000}:${volume}`).join(' ');
    this.history.set(this.sequence, `${format(bids)}|${format(asks)}`);
  }

  /** Changes the book and returns the increment's text. */
  change(changes: readonly LevelChange[], spelling: Spelling): string {
    this.sequence += 1;
    this.apply(changes);
    this.record();
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

  /** The current snapshot, or one of an earlier sequence. */
  snapshot(sequence: number = this.sequence): string {
    const { bids, asks } = this.snapshots.get(sequence)!;
    const pairs = (side: [number, number][]) => side.map(([slot, volume]) => [text(slot * 1_000, 0), text(volume, 0)]);
    return JSON.stringify({ '7.ob-snap': { bids: pairs(bids), asks: pairs(asks), sequence } });
  }

  /** The REST book. */
  levels(): { bids: [number, number][]; asks: [number, number][]; sequence: number } {
    return { ...this.snapshots.get(this.sequence)!, sequence: this.sequence };
  }
}
