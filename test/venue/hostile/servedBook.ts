/** Book of the hostile server: prices and volumes as text, without code of the client. */

export interface Change {
  readonly bids: readonly (readonly [string, string])[];
  readonly asks: readonly (readonly [string, string])[];
  readonly sequence: number;
}

export interface ServedBook {
  sequence(): number;
  /** Changes one level per side and returns the increment. */
  applyChange(): Change;
  snapshot(): Change;
  /** The four arrays of the REST book. */
  rest(): unknown;
  /** Comparable text: bids best first, then asks best first. */
  fingerprint(): string;
  /** Restarts the sequence from this number, like a restarted server. */
  restart(sequence: number): void;
}

export function openServedBook(): ServedBook {
  const bids = new Map<string, string>([
    ['0.50', '10'],
    ['0.49', '20'],
  ]);
  const asks = new Map<string, string>([
    ['0.60', '10'],
    ['0.61', '20'],
  ]);
  let sequence = 10;
  let turn = 0;

  const sorted = (side: Map<string, string>, descending: boolean): (readonly [string, string])[] =>
    [...side].sort(([a], [b]) => (a < b === descending ? 1 : -1));
  const put = (side: Map<string, string>, price: string, volume: string): readonly [string, string] => {
    if (volume === '0') side.delete(price);
    else side.set(price, volume);
    return [price, volume];
  };

  return {
    sequence: () => sequence,
    applyChange() {
      turn += 1;
      sequence += 1;
      const volume = turn % 7 === 3 ? '0' : String((turn % 9) + 1);
      return {
        bids: [put(bids, `0.${40 + (turn % 11)}`, volume)],
        asks: [put(asks, `0.${60 + (turn % 13)}`, String((turn % 5) + 1))],
        sequence,
      };
    },
    snapshot: () => ({ bids: sorted(bids, true), asks: sorted(asks, false), sequence }),
    rest() {
      const levels = (side: readonly (readonly [string, string])[]) =>
        side.map(([price, volume]) => ({ price, side: 'yes', volume }));
      return {
        yes_bids: levels(sorted(bids, true)),
        yes_asks: levels(sorted(asks, false)),
        no_bids: [],
        no_asks: [],
        sequence,
      };
    },
    fingerprint: () =>
      [sorted(bids, true), sorted(asks, false)]
        .map((side) => side.map(([price, volume]) => `${price.slice(2)}:${volume}`).join(' '))
        .join(' | '),
    restart(next) {
      sequence = next;
    },
  };
}
