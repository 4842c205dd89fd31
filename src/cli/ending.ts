/** Requests to end a command: a signal, or the end of its parent. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const PARENT_POLL_MS = 500;

export type EndingSignal = (typeof SIGNALS)[number];

/**
 * Calls `listener` with the first request; later ones have no effect, so that a repeated Ctrl-C cannot cut the end short.
 * The answer stops listening.
 */
export function onEndRequest(listener: (signal: EndingSignal) => void): () => void {
  let isAsked = false;
  const ask = (signal: EndingSignal): void => {
    if (isAsked) return;
    isAsked = true;
    listener(signal);
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  // npm may end without passing the signal on: then this process has another parent.
  const { ppid } = process;
  const isFromNpm = process.env.npm_lifecycle_event !== undefined;
  const poll = isFromNpm ? setInterval(() => process.ppid !== ppid && ask('SIGTERM'), PARENT_POLL_MS) : undefined;
  poll?.unref();
  return () => {
    for (const signal of SIGNALS) process.off(signal, ask);
    clearInterval(poll);
  };
}
