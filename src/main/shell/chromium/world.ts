/**
 * Connects a page to main: an isolated world, invisible to the page, carries calls and frames.
 *
 * Invariants  A call is trusted only from the isolated world of the top frame at the own address, determined before any
 *             await. A document's port closes with the document.
 * Errors      Never rejects: answers and frames for a closed page are dropped.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { DataPort, InvokeRequest } from '../port.ts';

const WORLD_NAME = 'adyton';
/** The same two names as in src/preload/chromium/link.ts, which is another program. */
const BINDING_NAME = 'adytonHost';
const RECEIVER_NAME = 'adytonReceive';

export interface WorldOptions {
  /** Id of the page's window. */
  readonly window: number;
  readonly page: Page;
  /** Contains the built `page.cjs` and `world.cjs`. */
  readonly preloadFolder: string;
  readonly origin: string;
  onInvoke(request: InvokeRequest): Promise<string>;
  onPort(port: DataPort): void;
  /** The top frame shows another address. */
  onLeave(url: string): void;
  onCrash(): void;
}

interface World {
  readonly contextId: number;
  readonly origin: string;
  /** Null until the world's first message. */
  port: { onMessage(value: unknown): void; onClose(): void } | null;
}

interface HostMessage {
  readonly kind: string;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly text?: unknown;
  readonly value?: unknown;
}

function parseHostMessage(payload: string): HostMessage | null {
  try {
    const value: unknown = JSON.parse(payload);
    return value !== null && typeof value === 'object' && 'kind' in value ? (value as HostMessage) : null;
  } catch {
    return null;
  }
}

const wrap = (script: string) => `(() => { const exports = {}; const module = { exports };\n${script}\n})();`;

class PageConnection {
  readonly #options: WorldOptions;
  readonly #session: CDPSession;
  readonly #mainFrameId: string;
  #world: World | null = null;
  #topUrl = 'about:blank';

  constructor(options: WorldOptions, session: CDPSession, mainFrameId: string) {
    this.#options = options;
    this.#session = session;
    this.#mainFrameId = mainFrameId;
  }

  listen(): void {
    const { origin } = this.#options;
    this.#session.on('Runtime.executionContextCreated', ({ context }) => {
      const aux = context.auxData as { frameId?: unknown; type?: unknown } | undefined;
      if (context.name !== WORLD_NAME || aux?.type !== 'isolated' || aux.frameId !== this.#mainFrameId) return;
      this.#drop();
      this.#world = { contextId: context.id, origin: context.origin, port: null };
    });
    this.#session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#world?.contextId === executionContextId) this.#drop();
    });
    this.#session.on('Runtime.executionContextsCleared', () => this.#drop());
    this.#session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== this.#mainFrameId) return;
      this.#topUrl = frame.url;
      if (frame.url !== `${origin}/`) this.#options.onLeave(frame.url);
    });
    // The session of a page that closes reports no end of its world.
    this.#options.page.on('close', () => this.#drop());
    this.#session.on('Inspector.targetCrashed', () => {
      this.#drop();
      this.#options.onCrash();
    });
    this.#session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === BINDING_NAME) this.#onMessage(executionContextId, payload);
    });
  }

  #drop(): void {
    const closed = this.#world;
    this.#world = null;
    closed?.port?.onClose();
  }

  #onMessage(contextId: number, payload: string): void {
    const { origin } = this.#options;
    const world = this.#world;
    const trusted = world?.contextId === contextId && world.origin === origin && this.#topUrl === `${origin}/`;
    const message = parseHostMessage(payload);
    if (message === null) return;
    if (message.kind === 'invoke') this.#invoke(contextId, trusted, message);
    if (!trusted || world === null) return;
    if (message.kind === 'hello' && world.port === null) this.#openPort(world);
    if (message.kind === 'port') world.port?.onMessage(message.value);
  }

  #invoke(contextId: number, trusted: boolean, { id, name, text }: HostMessage): void {
    if (typeof id !== 'number') return;
    // The gate refuses values that are not text.
    const request = { trusted, window: this.#options.window, name: name as string, text: text as string };
    void this.#options.onInvoke(request).then((answer) => this.#call(contextId, 'answer', [id, answer]));
  }

  #openPort(world: World): void {
    const messageListeners: ((value: unknown) => void)[] = [];
    const closeListeners: (() => void)[] = [];
    world.port = {
      onMessage: (value) => {
        for (const listener of messageListeners) listener(value);
      },
      onClose: () => {
        for (const listener of closeListeners) listener();
      },
    };
    this.#options.onPort({
      post: (frame) => {
        const text = Buffer.from(frame).toString('base64');
        // From here the stack is short: the driver reads and parses that of each call.
        queueMicrotask(async () => {
          const answer = await this.#call(world.contextId, 'frame', [text]);
          const isTrusted = this.#world === world && this.#topUrl === `${this.#options.origin}/`;
          if (isTrusted && answer !== undefined) world.port?.onMessage(answer);
        });
      },
      onMessage: (listener) => messageListeners.push(listener),
      onClose: (listener) => closeListeners.push(listener),
    });
  }

  /** What the world answered, once it has; undefined without an answer. */
  async #call(contextId: number, verb: 'answer' | 'frame', args: readonly (string | number)[]): Promise<unknown> {
    try {
      const { result } = await this.#session.send('Runtime.callFunctionOn', {
        functionDeclaration: `function (...given) { return ${RECEIVER_NAME}.${verb}(...given); }`,
        executionContextId: contextId,
        arguments: args.map((value) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
        silent: true,
      });
      return result.value;
    } catch {
      return undefined;
    }
  }
}

/** Connects `page` before its first document loads, and every later document. */
export async function connectPage(options: WorldOptions): Promise<void> {
  const session = await options.page.context().newCDPSession(options.page);
  const read = async (name: string) => wrap(await readFile(path.join(options.preloadFolder, name), 'utf8'));
  const [worldScript, pageScript] = await Promise.all([read('world.cjs'), read('page.cjs')]);
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  new PageConnection(options, session, frameTree.frame.id).listen();
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: BINDING_NAME, executionContextName: WORLD_NAME });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: worldScript, worldName: WORLD_NAME });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript });
}
