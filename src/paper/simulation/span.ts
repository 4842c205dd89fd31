/**
 * An unobserved interval: before the start, while the program was closed, while the machine slept.
 *
 * Units       Times in ms; prices in cents; latent positions and likelihoods as in fairValue.ts; ticks of one cent.
 * Shape       Values inside follow a path with random access in time; at `anchorMs` it meets the observed values.
 */
export interface Span {
  /** null: the beginning of time. */
  readonly fromMs: number | null;
  readonly toMs: number;
  readonly anchorMs: number;
  /** Price of every underlying at the anchor. */
  readonly prices: Readonly<Record<string, number>>;
  /** Latent positions by edition, of every market at the anchor; an absent edition started inside the span at its default. */
  readonly editions: Readonly<Record<string, SpanAnchor>>;
  /** Last trade price before the span, by market. */
  readonly lastTicks: Readonly<Record<string, number>>;
}

export interface SpanAnchor {
  readonly latents: readonly number[];
  /** Values at the start and at the end. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Elapsed fraction of a span at a time: 0 … 1. */
export function passedOf(span: Span, atMs: number): number {
  if (span.fromMs === null || span.toMs <= span.fromMs) return 1;
  return Math.min(1, Math.max(0, (atMs - span.fromMs) / (span.toMs - span.fromMs)));
}
