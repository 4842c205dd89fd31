/**
 * Security bench: the whole terminal on network test, with the real gate and a recording shell.
 *
 * Invariants  Records everything that leaves main: answers, frames, questions, notices, bytes to the exchange, printed text.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTerminal } from '#main/app/terminal.ts';
import type { BuildCheck } from '#main/shell/buildManifest.ts';
import type { ChosenFile, Confirmation, DataPort, InvokeHandler, LockReason, Shell } from '#main/shell/port.ts';
import type { Keychain } from '#main/vault/unlock/keychain.ts';
import { type ExchangeOptions, openExchange } from '#paper/server/exchange.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { CommandName } from '#shared/ipc/commands.ts';
import type { Input, Outputs } from '#shared/ipc/contract.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { decodeFrame } from '#shared/ipc/frames/frameCodec.ts';
import type { Result } from '#shared/ipc/result.ts';
import { foldFrame } from '#test/slice/foldFrame.ts';
import { readFiles } from './readFiles.ts';

/** Bytes that left main, with their channel. */
export interface Tap {
  readonly where: string;
  readonly bytes: Uint8Array;
  /** Number of the connection to the exchange. */
  readonly connection?: number;
}

export interface Member {
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface Bench {
  readonly dataFolder: string;
  readonly taps: Tap[];
  readonly questions: Confirmation[];
  /** Latest value of each part of the frames. */
  readonly shown: Partial<Frame>;
  /** The person's answer to main's questions; a promise leaves the question open. */
  agree: boolean | Promise<boolean>;
  /** What a person chooses when a file is asked for. */
  chosen: ChosenFile | null;
  /** Body of an answer to this request line, in place of the exchange's; null: the exchange answers. */
  answerFor: ((requestLine: string) => string | null) | null;
  call<N extends CommandName>(name: N, input: Input<N>): Promise<Result<Outputs[N]>>;
  /** Sends any text, as a page could. */
  send(name: string, text: string): Promise<string>;
  lockReason(reason: LockReason): void;
  /** Opens or changes the owner's account, with these extra fields. */
  openMember(owner: string, fields?: Readonly<Record<string, unknown>>): Promise<Member>;
  /** A request to the exchange's operator, such as for faults. */
  operate(path: string, body: unknown): Promise<unknown>;
  /** Ends every fault of the exchange. */
  endFaults(): Promise<unknown>;
  /** All bytes sent to the exchange, as text. */
  sent(): string;
  /** Every file below the data folder. */
  files(): Tap[];
  /** Quits, and starts again with the same folder. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Recording proxy to the exchange; both ports have five digits, so that the Host header keeps its length. */
async function openProxy(
  port: number,
  record: (bytes: Buffer, connection: number) => void,
  answerFor: (requestLine: string) => string | null,
): Promise<net.Server & { readonly port: number }> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const connection = connections;
    const upstream = net.connect(port, '127.0.0.1');
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each.on('error', () => undefined);
      each.on('close', () => {
        sockets.delete(each);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.on('data', (chunk) => {
      record(chunk, connection);
      const body = answerFor(chunk.toString('latin1').split('\r\n', 1)[0]!);
      if (body !== null) {
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
        socket.write(`${head}\r\n\r\n${body}`);
        return;
      }
      const text = chunk.toString('latin1').replaceAll(`127.0.0.1:${own}`, `127.0.0.1:${port}`);
      upstream.write(Buffer.from(text, 'latin1'));
    });
    upstream.pipe(socket);
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const own = (server.address() as net.AddressInfo).port;
  const closeServer = server.close.bind(server);
  return Object.assign(server, {
    port: own,
    close: (done?: (error?: Error) => void) => {
      for (const socket of sockets) socket.destroy();
      return closeServer(done);
    },
  });
}

function postJson(
  port: number,
  path: string,
  body: unknown,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path, method, headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve((text === '' ? {} : JSON.parse(text)) as Record<string, string>));
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });
}

/** Opens the bench; null: no keychain. */
export async function openBench(
  keychain: Keychain | null = null,
  venue: Pick<ExchangeOptions, 'direction'> = {},
  build: (() => Promise<BuildCheck>) | null = null,
): Promise<Bench> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'adyton-security-'));
  const exchange = await openExchange({ seed: 7, token: null, ...venue });
  const taps: Tap[] = [];
  const tap = (where: string, bytes: Uint8Array | string, connection?: number): void => {
    const own = typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
    taps.push({ where, bytes: own, ...(connection === undefined ? {} : { connection }) });
  };
  const proxy = await openProxy(
    exchange.port,
    (bytes, connection) => tap('to the exchange', bytes, connection),
    (requestLine) => bench.answerFor?.(requestLine) ?? null,
  );

  const questions: Confirmation[] = [];
  const shown: Partial<Frame> = {};
  let invoke: InvokeHandler = async () => '';
  let onLock = (_reason: LockReason): void => undefined;
  let onQuit = async (): Promise<void> => undefined;
  let openPort = (_port: DataPort, _window: number): void => undefined;
  const shell: Shell = {
    kind: 'electron',
    dataFolder,
    serveInvokes: (next) => {
      invoke = next;
    },
    onDataPort: (next) => {
      openPort = next;
    },
    openWindow: async ({ id }) => ({
      id,
      focus: () => undefined,
      close: async () => undefined,
      bounds: async () => null,
      onClosed: () => undefined,
    }),
    startChild: () => Promise.reject(new Error('Expected no child on the network test')),
    async confirm(question) {
      questions.push(question);
      tap('question', JSON.stringify(question));
      return bench.agree;
    },
    readChosenFile: async () => bench.chosen,
    async chooseSavePath(name) {
      tap('save dialog', name);
      return (await bench.agree) ? join(dataFolder, `${questions.length}-${taps.length}-${name}`) : null;
    },
    notify: (title, body) => tap('notice', `${title} ${body}`),
    onPageRefusal: () => undefined,
    onLeave: () => undefined,
    onLockReason: (next) => {
      onLock = next;
    },
    onQuit: (next) => {
      onQuit = next;
    },
    quit: async () => undefined,
  };

  const restore = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream);
    stream.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
      tap('printed', chunk);
      return write(chunk, ...rest);
    }) as typeof stream.write;
    return () => {
      stream.write = write;
    };
  });

  const start = () =>
    openTerminal({
      shell,
      version: 'test',
      keychain,
      build,
      network: {
        kind: 'test',
        baseUrl: `http://127.0.0.1:${proxy.port}`,
        wsBaseUrl: `ws://127.0.0.1:${proxy.port}`,
      },
    });
  const watch = (): void => {
    let onAck = (_value: unknown): void => undefined;
    openPort(
      {
        post(buffer) {
          tap('frame', new Uint8Array(buffer.slice(0)));
          const frame = decodeFrame(buffer);
          foldFrame(shown, frame);
          setImmediate(() => onAck({ ack: frame.seq }));
        },
        onMessage: (next) => {
          onAck = next;
        },
        onClose: () => undefined,
      },
      1,
    );
  };
  let terminal = await start();
  watch();

  const send = async (name: string, text: string): Promise<string> => {
    const answer = await invoke({ trusted: true, window: 1, name, text });
    tap(`answer of ${name.slice(0, 40)}`, answer);
    return answer;
  };
  const bench: Bench = {
    dataFolder,
    taps,
    questions,
    shown,
    agree: true,
    chosen: null,
    answerFor: null,
    send,
    call: async (name, input) => decodeMessage(await send(name, encodeMessage(input))) as never,
    lockReason: (reason) => onLock(reason),
    async openMember(owner, fields = {}) {
      const answer = await postJson(exchange.port, '/operator/members', { owner, ...fields });
      const { api_key: apiKey, api_secret: apiSecret } = answer;
      return { apiKey: apiKey!, apiSecret: apiSecret! };
    },
    operate: (path, body) => postJson(exchange.port, `/operator/${path}`, body),
    endFaults: () => postJson(exchange.port, '/operator/faults', {}, 'DELETE'),
    sent: () =>
      taps
        .filter((each) => each.where === 'to the exchange')
        .map((each) => Buffer.from(each.bytes).toString('latin1'))
        .join(''),
    files: () => readFiles(dataFolder),
    async restart() {
      await onQuit();
      await terminal.close();
      for (const part of Object.keys(shown)) Reflect.deleteProperty(shown, part);
      terminal = await start();
      watch();
    },
    async close() {
      await onQuit();
      await terminal.close();
      for (const undo of restore) undo();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
      await exchange.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return bench;
}
