/**
 * One kept connection that asks and waits for the answer, with as little work as HTTP allows: a client that costs as much as
 * the server would be measured with it, since both share the machine.
 */
import { connect } from 'node:net';

export interface Line {
  /** Sends a whole request; answers the status of the response, which must have a Content-Length. */
  ask(request: string): Promise<number>;
  close(): void;
}

interface Waiting {
  resolve(status: number): void;
  reject(error: Error): void;
}

export async function openLine(port: number): Promise<Line> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  let heard = '';
  let waiting: Waiting | null = null;
  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    heard += part;
    const head = heard.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /\r\nContent-Length: (\d+)/i.exec(heard)?.[1];
    if (length === undefined) return fail(new Error('Expected an answer with its length, found none'));
    if (heard.length < head + 4 + Number(length)) return;
    const status = Number(heard.slice(9, 12));
    heard = '';
    const { resolve } = waiting!;
    waiting = null;
    resolve(status);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('Expected an answer, found a closed connection')));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => socket.destroy(),
  };
}
