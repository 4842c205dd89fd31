/**
 * Messages between the page, the isolated world beside it, and Node, in the Chromium shell.
 *
 * Shape       Page and world: a MessagePort. World and Node: JSON text through a binding that only the world has.
 */

/** Message with which the page's script passes its port to the world; no other listener gets it. */
export const LINK_MESSAGE = 'adyton:link';
/** Binding of the isolated world that sends text to Node. */
export const BINDING_NAME = 'adytonHost';
/** Global of the isolated world that Node calls. */
export const RECEIVER_NAME = 'adytonReceive';

/** From the page's script to the world. */
export interface LinkCall {
  readonly id: number;
  readonly name: string;
  readonly text: string;
}

/** From the world to the page's script. */
export interface LinkAnswer {
  readonly id: number;
  readonly text: string;
}

/** From the world to Node. */
export type HostMessage =
  | { readonly kind: 'hello' }
  | ({ readonly kind: 'invoke' } & LinkCall)
  | { readonly kind: 'port'; readonly value: unknown };

/** Functions of the world that Node calls. */
export interface Receiver {
  answer(id: number, text: string): void;
  /** A frame's bytes in base64; answers the page's next message, its acknowledgement. */
  frame(base64: string): Promise<unknown>;
}

/** A page's MessagePort. */
export interface PagePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(value: unknown, transfer?: readonly unknown[]): void;
}

/** The page's MessageChannel: the compiler of the preloads knows Node's, which has no `onmessage`. */
export function openChannel(): { readonly port1: PagePort; readonly port2: PagePort } {
  return new MessageChannel() as unknown as { port1: PagePort; port2: PagePort };
}
