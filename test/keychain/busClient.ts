/**
 * Minimal D-Bus client: signs on, calls methods with text and numbers, owns a name without answering.
 *
 * Source      D-Bus specification: authentication, message format, org.freedesktop.DBus.
 */
import { once } from 'node:events';
import net from 'node:net';

export interface BusClient {
  /** Settles when the bus has answered; rejects when it answered with an error. */
  call(target: BusTarget, body?: BusBody): Promise<Buffer>;
  /** Settles with the first call that comes in; it is never answered. */
  readonly called: Promise<void>;
  close(): void;
}

export interface BusTarget {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
}

export interface BusBody {
  readonly signature: string;
  readonly bytes: Buffer;
}

export const BUS: Omit<BusTarget, 'member'> = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

const METHOD_CALL = 1;
const ERROR = 3;
const REPLY_SERIAL_FIELD = 5;

const pad = (bytes: Buffer, to: number) => Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** A string or an object path: length, text, zero. */
export function text(value: string): Buffer {
  return Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(`${value}\0`)]);
}

const signature = (value: string) => Buffer.from(`${String.fromCharCode(value.length)}${value}\0`, 'latin1');

function encodeCall(serial: number, target: BusTarget, body: BusBody | undefined): Buffer {
  const fields: [number, string, Buffer][] = [
    [1, 'o', text(target.path)],
    [2, 's', text(target.interface)],
    [3, 's', text(target.member)],
    [6, 's', text(target.destination)],
    ...(body ? ([[8, 'g', signature(body.signature)]] as [number, string, Buffer][]) : []),
  ];
  let list = Buffer.alloc(0);
  for (const [code, type, value] of fields) {
    list = Buffer.concat([pad(list, 8), Buffer.from([code]), signature(type)]);
    list = Buffer.concat([type === 'g' ? list : pad(list, 4), value]);
  }
  const start = Buffer.concat([Buffer.from(['l'.charCodeAt(0), METHOD_CALL, 0, 1]), u32(body?.bytes.length ?? 0)]);
  const head = pad(Buffer.concat([start, u32(serial), u32(list.length), list]), 8);
  return Buffer.concat([head, body?.bytes ?? Buffer.alloc(0)]);
}

interface Incoming {
  readonly type: number;
  readonly replyTo: number | null;
  readonly body: Buffer;
  readonly length: number;
}

/** Reads little-endian messages only: the clients of this bus run on this machine. */
function decode(bytes: Buffer): Incoming | null {
  if (bytes.length < 16) return null;
  const bodyLength = bytes.readUInt32LE(4);
  const fieldsEnd = 16 + bytes.readUInt32LE(12);
  const bodyStart = Math.ceil(fieldsEnd / 8) * 8;
  if (bytes.length < bodyStart + bodyLength) return null;
  let replyTo: number | null = null;
  for (let at = 16; at < fieldsEnd; ) {
    at = Math.ceil(at / 8) * 8;
    const code = bytes[at];
    const type = String.fromCharCode(bytes[at + 2] ?? 0);
    // Code, then a signature of one letter: its length, the letter, zero.
    const value = type === 'g' ? at + 4 : Math.ceil((at + 4) / 4) * 4;
    if (code === REPLY_SERIAL_FIELD) replyTo = bytes.readUInt32LE(value);
    if (type === 'u') at = value + 4;
    else if (type === 'g') at = value + (bytes[value] ?? 0) + 2;
    else at = value + 4 + bytes.readUInt32LE(value) + 1;
  }
  const length = bodyStart + bodyLength;
  return { type: bytes[1] ?? 0, replyTo, body: bytes.subarray(bodyStart, length), length };
}

export async function openBusClient(address: string): Promise<BusClient> {
  const socketPath = /unix:path=([^,;]+)/.exec(address)?.[1];
  if (socketPath === undefined) throw new Error(`Expected a bus on a socket in a folder, found ${address}`);
  const socket = net.connect(socketPath);
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  const called = Promise.withResolvers<void>();
  socket.on('error', () => {});
  await once(socket, 'connect');
  const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
  const [welcome] = (await once(socket, 'data')) as [Buffer];
  if (!welcome.toString('latin1').startsWith('OK')) throw new Error('Expected the bus to know this user');
  socket.write('BEGIN\r\n');
  let held = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    for (let message = decode(held); message; message = decode(held)) {
      held = held.subarray(message.length);
      if (message.type === METHOD_CALL) called.resolve();
      const answer = message.replyTo === null ? undefined : waiting.get(message.replyTo);
      if (message.type === ERROR) answer?.reject(new Error('The bus answered with an error'));
      else answer?.resolve(Buffer.from(message.body));
    }
  });
  socket.on('close', () => {
    for (const answer of waiting.values()) answer.reject(new Error('The bus has ended'));
  });
  let serial = 0;
  const call: BusClient['call'] = (target, body) => {
    serial += 1;
    const answer = Promise.withResolvers<Buffer>();
    answer.promise.catch(() => {});
    waiting.set(serial, answer);
    socket.write(encodeCall(serial, target, body));
    return answer.promise;
  };
  await call({ ...BUS, member: 'Hello' });
  return { call, called: called.promise, close: () => socket.destroy() };
}
