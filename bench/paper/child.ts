/** The exchange as a process of its own, and what it uses of the machine. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Agent, request as send } from 'node:http';

export interface Child {
  readonly process: ChildProcess;
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly startedMs: number;
}

interface Listening {
  readonly port: number;
  readonly token: string | null;
}

export async function startChild(entry: URL, args: readonly string[]): Promise<Child> {
  const before = performance.now();
  const child = fork(entry, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { port, token } = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (value) => resolve(value as Listening));
    child.once('exit', (code) =>
      reject(new Error(`Expected the exchange to listen, found that it ended with ${code}`)),
    );
  });
  const headers = { Host: `127.0.0.1:${port}`, ...(token === null ? {} : { 'X-Adyton-Paper': token }) };
  return { process: child, port, headers, startedMs: performance.now() - before };
}

/** Seconds of processor time so far; Linux only. */
export function cpuSecondsOf(child: Child): number {
  const fields = readFileSync(`/proc/${child.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (toNumber(fields[11]!) + toNumber(fields[12]!)) / 100;
}

/** Megabytes of resident memory; Linux only. */
export function residentMegabytesOf(child: Child): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.process.pid}/status`, 'utf8'));
  return Math.round(toNumber(line![1]!) / 1_024);
}

function toNumber(text: string): number {
  return Number(text);
}

export function call(
  child: Child,
  agent: Agent,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { host: '127.0.0.1', port: child.port, method, path, agent, headers: { ...child.headers, ...headers } },
      (incoming) => {
        let text = '';
        incoming.setEncoding('utf8');
        incoming.on('data', (part: string) => {
          text += part;
        });
        incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
