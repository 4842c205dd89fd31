/** When the bytes of a request have left this process: the end of the last write to the exchange's socket. */
import { Socket } from 'node:net';
import { readCpu } from '../measure.ts';

interface Writable {
  _writeGeneric(...given: unknown[]): unknown;
}

let writtenAtMs = 0;
let writtenCpu = 0;
let port = 0;

/** Notes every write to this port from now on, whichever client makes it. */
export function watchWrites(exchangePort: number): void {
  const isFirst = port === 0;
  port = exchangePort;
  if (!isFirst) return;
  const proto = Socket.prototype as unknown as Writable;
  const write = proto._writeGeneric;
  proto._writeGeneric = function note(this: Socket, ...given: unknown[]) {
    const answer = write.apply(this as unknown as Writable, given);
    if (!this.connecting && this.remotePort === port) {
      writtenAtMs = performance.now();
      writtenCpu = readCpu();
    }
    return answer;
  };
}

/** Microseconds from the call of `send` to its last byte on the wire; waits for the answer. */
export async function timeToWire(send: () => Promise<unknown>): Promise<number> {
  writtenAtMs = 0;
  const start = performance.now();
  await send();
  if (writtenAtMs < start) throw new Error('Expected a request on the wire, found none');
  return (writtenAtMs - start) * 1_000;
}

/** The same in processor time. */
export async function cpuToWire(send: () => Promise<unknown>): Promise<number> {
  writtenCpu = 0;
  const start = readCpu();
  await send();
  if (writtenCpu < start) throw new Error('Expected a request on the wire, found none');
  return writtenCpu - start;
}
