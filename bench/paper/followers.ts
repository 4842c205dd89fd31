/** Memory and processor time of an exchange of 200 markets that 50 sockets follow, and of the embedded one at rest. */

import { Agent } from 'node:http';
import { WebSocket } from 'ws';
import { call, cpuSecondsOf, residentMegabytesOf, startChild } from './child.ts';

const FOLLOWERS = 50;
const FOLLOWED = 20;

export interface LoadFigure {
  readonly startedMs: number;
  readonly megabytes: number;
  /** Share of one core, in per cent. */
  readonly cpuPercent: number;
  readonly messagesPerSecond: number;
}

const pass = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function measureFollowers(seconds: number): Promise<LoadFigure> {
  const child = await startChild(new URL('./manyMarkets.ts', import.meta.url), []);
  const agent = new Agent({ keepAlive: false });
  const list = await call(child, agent, 'GET', '/api/v2/pythia/public/markets?limit=1000', {});
  const slugs = (JSON.parse(list.text) as { market_id: string }[]).map((market) => market.market_id);
  let messages = 0;
  const sockets = Array.from({ length: FOLLOWERS }, (_, at) => {
    const streams = Array.from({ length: FOLLOWED }, (_unused, step) => slugs[(at * 7 + step * 11) % slugs.length]!)
      .map((slug) => `stream=${slug}.ob-inc&stream=${slug}.trades&stream=${slug}.kline-1m`)
      .join('&');
    const socket = new WebSocket(`ws://127.0.0.1:${child.port}/api/v2/websocket/public?${streams}`, {
      headers: { ...child.headers },
    });
    socket.on('message', () => {
      messages += 1;
    });
    socket.on('error', () => undefined);
    return socket;
  });
  await pass(3_000);
  messages = 0;
  const cpu = cpuSecondsOf(child);
  await pass(seconds * 1_000);
  const figure = {
    startedMs: Math.round(child.startedMs),
    megabytes: residentMegabytesOf(child),
    cpuPercent: Math.round(((cpuSecondsOf(child) - cpu) / seconds) * 1_000) / 10,
    messagesPerSecond: Math.round(messages / seconds),
  };
  const open = sockets.filter((socket) => socket.readyState === socket.OPEN).length;
  if (open !== FOLLOWERS) throw new Error(`Expected ${FOLLOWERS} sockets to be open, found ${open}`);
  for (const socket of sockets) socket.terminate();
  child.process.disconnect();
  return figure;
}

export async function measureIdle(seconds: number): Promise<LoadFigure> {
  const child = await startChild(new URL('../../src/paper/main.ts', import.meta.url), ['--embedded']);
  await pass(2_000);
  const cpu = cpuSecondsOf(child);
  await pass(seconds * 1_000);
  const figure = {
    startedMs: Math.round(child.startedMs),
    megabytes: residentMegabytesOf(child),
    cpuPercent: Math.round(((cpuSecondsOf(child) - cpu) / seconds) * 1_000) / 10,
    messagesPerSecond: 0,
  };
  child.process.disconnect();
  return figure;
}
