import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type Http, type HttpRequest, openHttp } from '#main/venue/http.ts';
import { DEFAULT_PROFILE } from '#main/venue/profile.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const one of open.splice(0).reverse()) await one.close();
});

async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  profile: Partial<typeof DEFAULT_PROFILE.http> = {},
): Promise<Http> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = openHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 1, {
    ...DEFAULT_PROFILE.http,
    ...profile,
  });
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  open.push(http);
  return http;
}

const get = (target: string): HttpRequest => ({ method: 'GET', target, headers: { 'x-own': '1' }, body: '' });
const post = (onSent: () => void): HttpRequest => ({
  method: 'POST',
  target: '/order',
  headers: {},
  body: '{}',
  onSent,
});

it('gives status, whole text and headers, after informational responses and without a byte order mark', async () => {
  const http = await serve((request, response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.writeHead(201, { 'X-Answer': 'yes', 'set-cookie': ['a=1', 'b=2'] });
    response.write('\uFEFF{"accept":');
    response.end(`"${request.headers.accept}","own":"${request.headers['x-own']}"}`);
  });
  const response = await http.send(get('/a?b=c'));
  expect(response.status).toBe(201);
  expect(response.text).toBe('{"accept":"application/json","own":"1"}');
  expect([response.header('x-answer'), response.header('set-cookie'), response.header('x-other')]).toEqual([
    'yes',
    'a=1',
    null,
  ]);
});

it('reports that the bytes of a request were written, before its answer', async () => {
  const steps: string[] = [];
  const http = await serve((request, response) => {
    steps.push(`${request.headers['content-type']}`);
    response.end('{}');
  });
  await http.send(post(() => steps.push('sent')));
  steps.push('answered');
  expect(steps).toHaveLength(3);
  expect(steps.indexOf('sent')).toBeLessThan(2);
  expect(steps.at(-1)).toBe('answered');
  expect(steps).toContain('application/json');
});

it('never writes a request whose time was over while it waited for a connection', async () => {
  const seen: (string | undefined)[] = [];
  let finish = (): void => undefined;
  const http = await serve(
    (request, response) => {
      seen.push(request.url);
      if (request.url === '/slow') {
        response.write('{');
        finish = () => response.end('}');
      } else response.end('{}');
    },
    { totalMs: 200 },
  );
  // The time of both is over at once, before the connection of the first is free.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slow = http.send(get('/slow')).catch((error: unknown) => error);
  const waiting = http.send(post(() => seen.push('sent'))).catch((error: unknown) => error);
  await expect.poll(() => seen).toEqual(['/slow']);
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  for (const error of [await slow, await waiting]) expect(error).toMatchObject({ fault: 'timeout' });
  finish();
  // On the connection that the late order waited for.
  expect((await http.send(get('/next'))).text).toBe('{}');
  expect(seen).toEqual(['/slow', '/next']);
});

it('names the fault of a lost connection and of an answer that is too large', async () => {
  const http = await serve(
    (request, response) => {
      if (request.url === '/lost') request.socket.destroy();
      else response.end('x'.repeat(5_000));
    },
    { maxResponseBytes: 1_000 },
  );
  await expect(http.send(get('/lost'))).rejects.toMatchObject({ fault: 'lost', request: 'GET /lost' });
  await expect(http.send(get('/large'))).rejects.toMatchObject({ fault: 'tooLarge' });
  await http.close();
  await expect(http.send(get('/closed'))).rejects.toMatchObject({ fault: 'closed' });
});
