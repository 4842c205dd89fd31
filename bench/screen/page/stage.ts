/** What the page of the bench shows: one contender at a time, which gets changes at a pace. */

/** A mounted contender. */
export interface Stage {
  /** Gives it its next change. */
  change(): void;
  close(): void;
}

/** The screen frame after this one. */
export const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

/**
 * Gives the stage `count` changes, at least `everyMs` apart. A change never comes before the screen shows the one before: two
 * changes in one screen frame would be less work for a contender that draws once for both.
 */
export async function play(stage: Stage, count: number, everyMs: number): Promise<void> {
  let dueMs = performance.now();
  for (let done = 0; done < count; done += 1) {
    stage.change();
    dueMs += everyMs;
    await nextFrame();
    await nextFrame();
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    else dueMs = performance.now();
  }
}
