/**
 * Drills: faults that the embedded exchange injects for training.
 *
 * Shape       One closed table: main runs a drill by its kind, the page shows its texts. Only the kind crosses the bridge.
 * Units       `runsMs` is the maximum duration; main ends the drill then.
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
  /** The lesson in one sentence. */
  readonly lesson: string;
  /** What the terminal shows during the drill. */
  readonly watch: string;
  readonly runsMs: number;
  /** True when the fault needs an order of the trader. */
  readonly needsOrder: boolean;
}

export const DRILLS: Readonly<Record<DrillKind, Drill>> = {
  silentStream: {
    title: 'The stream goes silent',
    lesson: 'A connection that is open but silent is as bad as a closed one: the prices on screen age unnoticed.',
    watch:
      'Within seconds ladder, book, tape and chart are quiet and then stale, trading is disarmed, and they stay so until a change proves the stream.',
    runsMs: 45_000,
    needsOrder: false,
  },
  skippedSequence: {
    title: 'A message is skipped',
    lesson: 'A book with a missing change is wrong, so it is discarded and read again.',
    watch: 'The ladder says resyncing, then live again; Health counts a gap.',
    runsMs: 20_000,
    needsOrder: false,
  },
  cutLine: {
    title: 'The line is cut',
    lesson: 'Without a connection the screen does not show the market, and each retry waits longer.',
    watch: 'Ladder and tape say stale; Health shows the retry and counts the reconnects.',
    runsMs: 20_000,
    needsOrder: false,
  },
  lostAnswer: {
    title: 'The answer is lost',
    lesson: 'An order whose answer was lost may be live: Adyton looks for it and never sends it again.',
    watch: 'Place one order: Orders shows Unknown with its age until the exchange reports the outcome.',
    runsMs: 30_000,
    needsOrder: true,
  },
  blockedOrders: {
    title: 'Too many requests',
    lesson: 'After a 429 each attempt extends the block, so nothing is sent until it has passed.',
    watch: 'Place one order: it is refused, and Health counts down the block, up to a minute after the drill.',
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
    lesson: 'Signed requests carry the time, and the exchange refuses a wrong one: Adyton measures the clock again.',
    watch: 'Place one order: it is accepted, and Health shows the new clock offset.',
    runsMs: 30_000,
    needsOrder: true,
  },
  slowAnswers: {
    title: 'Answers come slowly',
    lesson: 'A slow answer is not a lost one: the order is on its way, and another click would place a second order.',
    watch: 'Place one order: it is on its way for three seconds before it rests or fills.',
    runsMs: 30_000,
    needsOrder: true,
  },
};
