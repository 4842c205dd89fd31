/** Isolated world of the Chromium shell: sends calls to Node and frames to the page, invisible to the page. */
import { handOverPort, type PageWindow } from '../handOver.ts';
import {
  BINDING_NAME,
  type HostMessage,
  LINK_MESSAGE,
  type LinkCall,
  openChannel,
  type PagePort,
  RECEIVER_NAME,
  type Receiver,
} from './link.ts';

interface LinkEvent {
  readonly data: unknown;
  readonly ports: readonly PagePort[];
  stopImmediatePropagation(): void;
}

interface WorldGlobal extends PageWindow {
  readonly top: unknown;
  readonly window: unknown;
  addEventListener(type: 'message', listener: (event: LinkEvent) => void): void;
  addEventListener(type: 'load', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'message', listener: (event: LinkEvent) => void): void;
  [name: string]: unknown;
}

// The compiler of the preloads knows Node's globals only.
const world = globalThis as unknown as WorldGlobal;

function post(message: HostMessage): void {
  const binding = world[BINDING_NAME];
  if (typeof binding === 'function') binding(JSON.stringify(message));
}

function decodeBase64(text: string): ArrayBuffer {
  const native = Uint8Array as unknown as { fromBase64?(text: string): Uint8Array<ArrayBuffer> };
  if (native.fromBase64) return native.fromBase64(text).buffer;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes.buffer;
}

function connect(link: PagePort): void {
  const { port1, port2 } = openChannel();
  link.onmessage = ({ data }) => {
    // The page may send anything here: main's gate checks name and text.
    const { id, name, text } = data as LinkCall;
    post({ kind: 'invoke', id, name, text });
  };
  const frames: ((value: unknown) => void)[] = [];
  // The answer of the call that brought the frame: a message of its own would cost the driver as much as a frame.
  port1.onmessage = ({ data }) => {
    const answer = frames.shift();
    if (answer === undefined) post({ kind: 'port', value: data });
    else answer(data);
  };
  const receiver: Receiver = {
    answer: (id, text) => link.postMessage({ id, text }),
    frame: (base64) => {
      const bytes = decodeBase64(base64);
      port1.postMessage(bytes, [bytes]);
      return new Promise((resolve) => frames.push(resolve));
    },
  };
  world[RECEIVER_NAME] = receiver;
  handOverPort(world, port2);
  post({ kind: 'hello' });
}

if (world.top === world.window) {
  const onMessage = (event: LinkEvent) => {
    const link = event.ports[0];
    if (event.data !== LINK_MESSAGE || link === undefined) return;
    // The page's listeners are added later than this one, so they never get the port.
    event.stopImmediatePropagation();
    world.removeEventListener('message', onMessage);
    connect(link);
  };
  world.addEventListener('message', onMessage);
}
