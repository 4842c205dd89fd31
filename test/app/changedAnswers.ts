/** A server between the terminal and an exchange of this machine, whose answers can be made to say something else. */
import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';

type Rewrite = (body: string) => string | Promise<string>;

export interface ChangedAnswers {
  readonly port: number;
  /** From now on `said` is `says` in every answer of REST; streams pass as they are. */
  change(said: string, says: string): void;
  /** From now on the bodies of answers whose path and query match go through `rewrite`, which may hold them; null: as they are again. */
  rewrite(path: RegExp, rewrite: Rewrite | null): void;
  close(): Promise<void>;
}

/** Opens in front of 127.0.0.1:`target`; the Host header is corrected on the way, for the exchange checks it. */
export async function openChangedAnswers(target: number): Promise<ChangedAnswers> {
  const changes: [string, string][] = [];
  const rewrites = new Map<string, { readonly path: RegExp; readonly rewrite: Rewrite }>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  };
  const host = `127.0.0.1:${target}`;
  const server = createServer((asked, answer) => {
    const options = { host: '127.0.0.1', port: target, method: asked.method, path: asked.url };
    const sent = request({ ...options, headers: { ...asked.headers, host } }, async (given) => {
      const parts: Buffer[] = [];
      try {
        for await (const part of given) parts.push(part as Buffer);
      } catch {
        answer.destroy();
        return;
      }
      const changed = changes.reduce(
        (held, [said, says]) => held.replaceAll(said, says),
        Buffer.concat(parts).toString(),
      );
      const matching = [...rewrites.values()].filter(({ path }) => path.test(asked.url ?? ''));
      let text = changed;
      for (const { rewrite } of matching) text = await rewrite(text);
      const { 'transfer-encoding': _chunked, ...headers } = given.headers;
      answer.writeHead(given.statusCode ?? 502, { ...headers, 'content-length': Buffer.byteLength(text) });
      answer.end(text);
    });
    sent.on('socket', keep);
    sent.on('error', () => answer.destroy());
    asked.on('error', () => sent.destroy());
    asked.pipe(sent);
  });
  server.on('connection', keep);
  server.on('error', () => undefined);
  server.on('upgrade', (asked, client: Socket, head) => {
    const upstream = connect(target, '127.0.0.1');
    keep(upstream);
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    const headers = Object.entries({ ...asked.headers, host }).map(([name, value]) => `${name}: ${String(value)}`);
    upstream.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Expected a port, found none');
  return {
    port: address.port,
    change: (said, says) => void changes.push([said, says]),
    rewrite(path, rewrite) {
      if (rewrite === null) rewrites.delete(path.source);
      else rewrites.set(path.source, { path, rewrite });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
