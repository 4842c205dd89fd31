/**
 * A stretch of time that nobody watched: before the start, while the program was closed, while the machine slept.
 *
 * Units       Times in ms; prices in cents; latent positions and likelihoods as in fairValue.ts; ticks of one cent.
 * Shape       Values inside follow a path that can be asked for any moment; at `anchorMs` it meets what was watched.
 */
export interface Span {
  /** null: the beginning of time. */
  readonly fromMs: number | null;
  readonly toMs: number;
  readonly anchorMs: number;
  /** Of every underlying at the anchor. */
  readonly prices: Readonly<Record<string, number>>;
  /** By edition, of every market at the anchor; an edition that is absent began inside at its home. */
  readonly editions: Readonly<Record<string, SpanAnchor>>;
  /** By market, what was last paid before it. */
  readonly lastTicks: Readonly<Record<string, number>>;
}

export interface SpanAnchor {
  readonly latents: readonly number[];
  /** At the beginning and at the end. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** How much of a span has passed at a moment: 0 … 1. */
export function passedOf(span: Span, atMs: number): number {
  if (span.fromMs === null || span.toMs <= span.fromMs) return 1;
  return Math.min(1, Math.max(0, (atMs - span.fromMs) / (span.toMs - span.fromMs)));
}
