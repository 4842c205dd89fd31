/**
 * Frame requests: a screen frame, or a timer while the page is hidden.
 *
 * Shape       A hidden page has no screen frames, and its timers run once a second. Sounds and what else follows the feed must
 *             go on in a window behind others; drawing at full speed there would cost what nobody sees.
 * Source      docs/decisions/0038-first-start.md
 */

export interface FrameHost {
  isVisible(): boolean;
  requestFrame(run: () => void): unknown;
  /** As soon as the browser runs timers. */
  schedule(run: () => void): unknown;
}

export interface FrameRequests {
  /** Runs `callback` once. */
  request(callback: () => void): void;
  /** Called when the page was shown or hidden: what waits for a hidden screen goes on by timer. */
  noteVisibility(): void;
}

export function openFrameRequests({ isVisible, requestFrame, schedule }: FrameHost): FrameRequests {
  const pending = new Set<() => void>();
  return {
    request(callback) {
      const run = (): void => {
        if (pending.delete(run)) callback();
      };
      pending.add(run);
      if (isVisible()) requestFrame(run);
      else schedule(run);
    },
    noteVisibility() {
      if (!isVisible()) for (const run of pending) schedule(run);
    },
  };
}
