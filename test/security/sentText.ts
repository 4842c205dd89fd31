/** Text that main sent to the exchange: HTTP requests, and the unmasked frames of its WebSockets. */
import type { Tap } from './openBench.ts';

/** Bytes of each connection, with every WebSocket frame unmasked. */
export function readSent(taps: readonly Tap[]): Buffer[] {
  const connections = new Map<number, Buffer[]>();
  for (const { connection, bytes } of taps) {
    if (connection === undefined) continue;
    const chunks = connections.get(connection) ?? [];
    connections.set(connection, [...chunks, Buffer.from(bytes)]);
  }
  return [...connections.values()].map((chunks) => unmask(Buffer.concat(chunks)));
}

function unmask(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.subarray(0, end < 0 ? bytes.length : end + 4);
  if (!/^upgrade: *websocket/im.test(head.toString('latin1'))) return bytes;
  const parts = [head];
  for (let at = head.length; at + 6 <= bytes.length; ) {
    const short = bytes[at + 1]! & 0x7f;
    const extra = short === 126 ? 2 : short === 127 ? 8 : 0;
    const length = extra === 0 ? short : bytes.readUIntBE(at + 2 + extra - Math.min(extra, 6), Math.min(extra, 6));
    const mask = bytes.subarray(at + 2 + extra, at + 6 + extra);
    const payload = bytes.subarray(at + 6 + extra, at + 6 + extra + length);
    parts.push(Buffer.from(payload.map((byte, index) => byte ^ mask[index % 4]!)), Buffer.from('\n'));
    at += 6 + extra + length;
  }
  return Buffer.concat(parts);
}
