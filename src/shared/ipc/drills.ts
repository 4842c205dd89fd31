/**
 * Drills: troubles that the embedded exchange makes on purpose, so that a trader has seen them before they happen.
 *
 * Shape       One closed table: main runs a drill by its kind, the page shows its words. Nothing but the kind crosses.
 * Units       `runsMs` is the longest that a drill runs; main ends it then, whatever the page does.
 */
export const DRILL_KINDS = [
  'silentStream',
  'skippedSequence',
  'cutLine',
  'lostAnswer',
  'blockedOrders',
  'refusedSignature',
  'wrongClock',
  'slowAnswers',
] as const;
export type DrillKind = (typeof DRILL_KINDS)[number];

export interface Drill {
  readonly title: string;
  /** What it teaches, in one sentence. */
  readonly lesson: string;
  /** What the terminal shows meanwhile. */
  readonly watch: string;
  readonly runsMs: number;
  /** True where nothing happens before the trader places an order. */
  readonly needsOrder: boolean;
}

export const DRILLS: Readonly<Record<DrillKind, Drill>> = {
  silentStream: {
    title: 'The stream goes silent',
    lesson: 'An open connection that says nothing is as bad as a cut one: prices on screen grow old without a sign.',
    watch:
      'The age beside the ladder grows; the next check against the exchange finds it out and marks the book stale.',
    runsMs: 45_000,
    needsOrder: false,
  },
  skippedSequence: {
    title: 'A message is skipped',
    lesson: 'A book with a hole in it is wrong at every price, so it is thrown away and read anew.',
    watch: 'The ladder says resyncing, then live again; Health counts a gap.',
    runsMs: 20_000,
    needsOrder: false,
  },
  cutLine: {
    title: 'The line is cut',
    lesson: 'Without a connection nothing on screen is the market, and coming back takes longer each time.',
    watch: 'Ladder and tape say stale; Health names the retry and counts the reconnects.',
    runsMs: 20_000,
    needsOrder: false,
  },
  lostAnswer: {
    title: 'The answer is lost',
    lesson: 'An order whose answer was lost may be live: it is never sent again, but looked for.',
    watch: 'Place one order: Orders says Unknown with a clock on it, until the exchange says what became of it.',
    runsMs: 30_000,
    needsOrder: true,
  },
  blockedOrders: {
    title: 'Too many requests',
    lesson: 'After a 429 every further attempt makes the block longer, so nothing is sent until it has passed.',
    watch:
      'Place one order: it is refused, and Health counts the block of orders down, for a minute even after the drill.',
    runsMs: 20_000,
    needsOrder: true,
  },
  refusedSignature: {
    title: 'The wallet refuses',
    lesson: 'A definite refusal is final: nothing rests, nothing is locked, and the order can be placed again.',
    watch: 'Place one order: it is rejected with the reason, and Locked stays as it was.',
    runsMs: 30_000,
    needsOrder: true,
  },
  wrongClock: {
    title: 'The clocks disagree',
    lesson:
      'Signed requests carry the time, and an exchange refuses those of another time: the clock is measured anew.',
    watch: 'Place one order: it goes through, and Health shows the new offset of the clock.',
    runsMs: 30_000,
    needsOrder: true,
  },
  slowAnswers: {
    title: 'Answers come slowly',
    lesson: 'A slow answer is not a lost one: the order is on its way, and clicking again would be a second order.',
    watch: 'Place one order: it is on its way for three seconds before it rests or fills.',
    runsMs: 30_000,
    needsOrder: true,
  },
};
