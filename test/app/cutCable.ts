/** A cable to a server of this machine that can be cut and mended: what lies between keeps its state. */
import { connect, createServer, type Socket } from 'node:net';

export interface CutCable {
  readonly port: number;
  /** Drops every connection and refuses new ones. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a cable to 127.0.0.1:`target`; the Host header is corrected on the way, for the server checks it. */
export async function openCutCable(target: number): Promise<CutCable> {
  const sockets = new Set<Socket>();
  let port = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk: Buffer) => {
      const head = chunk.subarray(0, 4).toString('latin1');
      if (!/^(GET|POST|PUT|HEAD)/.test(head)) return void upstream.write(chunk);
      const text = chunk.toString('latin1').replace(`127.0.0.1:${port}`, `127.0.0.1:${target}`);
      upstream.write(Buffer.from(text, 'latin1'));
    });
    upstream.pipe(client);
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port: at }, resolve);
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port, found none');
  port = address.port;
  return { port, cut, mend: () => listen(port), close: cut };
}
