/**
 * Parent channel: a child's side of its channel, under a forked Node and Electron's utilityProcess.
 *
 * Invariants  A child ends with its parent. A forked Node hears that its channel closes; Electron ends its children itself, and
 *             its `parentPort` reports no close. QUIT asks a child to save and end.
 * Source      docs/electron.md
 */

/** Sent by a parent before it ends a child that saves. */
export const QUIT = { kind: 'quit' } as const;

/** The part of a utility process's channel that is used here. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
}

/** The part of a child's `process` that is used here. */
export interface ChildSide {
  /** Under Electron. */
  readonly parentPort?: ParentPort;
  /** Under a forking Node. */
  send?(message: unknown, handle: undefined, options: undefined, onSent: () => void): unknown;
  on(event: 'message' | 'disconnect', listener: (message: unknown) => void): unknown;
}

export interface ParentChannel {
  post(message: object): void;
}

function isQuit(message: unknown): boolean {
  return message !== null && typeof message === 'object' && 'kind' in message && message.kind === QUIT.kind;
}

/** `onEnd` ends the process. Null for a process that no parent started. */
export function openParentChannel(
  side: ChildSide,
  onEnd: () => void,
  onMessage: (message: unknown) => void = () => undefined,
): ParentChannel | null {
  const { parentPort } = side;
  const receive = (message: unknown): void => (isQuit(message) ? onEnd() : onMessage(message));
  if (parentPort !== undefined) {
    parentPort.on('message', ({ data }) => receive(data));
    return { post: (message) => parentPort.postMessage(message) };
  }
  if (side.send === undefined) return null;
  side.on('disconnect', onEnd);
  side.on('message', receive);
  return {
    post: (message) => {
      // A parent that has exited is no error: 'disconnect' ends this process.
      side.send?.(message, undefined, undefined, () => undefined);
    },
  };
}
