/**
 * *WebSocket receive*: 10,000 increments a second, in processor time of the receiving process, and the time from the call that
 * sends one to the call that has it.
 *
 * Invariants  One receiver is connected at a time, and all get the same bytes from a sender in another process.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { checkSame, readCpu, shuffle } from '../measure.ts';
import { readMicros } from '../receive/clock.ts';
import { receiveParsed, receiveParsedByWs, receiveText, receiveTextByWs } from '../receive/receivers.ts';
import { buildPairs, type Measured } from '../row.ts';
import type { Size } from './size.ts';

const RATE = 10_000;
const KINDS = [
  { name: 'as text', peer: 'ws', ours: receiveText, theirs: receiveTextByWs },
  { name: 'parsed', peer: 'ws and JSON.parse', ours: receiveParsed, theirs: receiveParsedByWs },
] as const;
type Receiver = typeof receiveText;

interface Figures {
  /** Microseconds of processor time for a message. */
  readonly cpu: number;
  readonly p99: number;
  readonly p50: number;
}

interface Sender {
  readonly child: ChildProcess;
  readonly port: number;
  readonly hash: string;
}

async function openSender(count: number): Promise<Sender> {
  const child = fork(new URL('../receive/sender.ts', import.meta.url), [String(count), String(RATE)], {
    serialization: 'advanced',
  });
  const told = await nextMessage<Omit<Sender, 'child'>>(child);
  return { child, ...told };
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`Expected the sender to run, found exit code ${code}`));
    child.once('exit', onExit);
    child.once('message', (value) => {
      child.off('exit', onExit);
      resolve(value as T);
    });
  });
}

/** Receives all messages once; `note` has each. */
async function receive(
  { child, port }: Sender,
  receiver: Receiver,
  count: number,
  note: (what: string | number) => void,
) {
  const receivedAt = new Float64Array(count);
  let next = 0;
  let [before, after] = [0, 0];
  const sent = nextMessage<Float64Array>(child);
  await new Promise<void>((resolve) => {
    const connection = receiver(port, (what) => {
      if (next === 0) before = readCpu();
      receivedAt[next] = readMicros();
      note(what);
      next += 1;
      if (next < count) return;
      after = readCpu();
      connection.close();
      resolve();
    });
  });
  const sentAt = await sent;
  const delays = receivedAt.map((at, index) => at - sentAt[index]!).sort();
  const share = (part: number): number => delays[Math.floor((count - 1) * part)]!;
  return { cpu: (after - before) / count, p50: share(0.5), p99: share(0.99) };
}

export async function measureReceive({ receive: { rounds, messages } }: Size): Promise<Measured[]> {
  const sender = await openSender(messages);
  const receivers = KINDS.flatMap(({ ours, theirs }) => [ours, theirs]);
  const figures = new Map<Receiver, Figures[]>(receivers.map((one) => [one, []]));
  try {
    // The round before those that count compares what arrived.
    for (const receiver of receivers) {
      const heard: (string | number)[] = [];
      await receive(sender, receiver, messages, (what) => heard.push(what));
      if (typeof heard[0] === 'string')
        checkSame('texts', createHash('sha256').update(heard.join('\n')).digest('hex'), sender.hash);
      else
        checkSame(
          'sequences',
          heard,
          Array.from({ length: messages }, (_, at) => at + 2),
        );
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const receiver of shuffle(receivers))
        figures.get(receiver)!.push(await receive(sender, receiver, messages, () => undefined));
    }
  } finally {
    sender.child.disconnect();
  }
  return KINDS.flatMap(({ name, peer, ours, theirs }) => {
    const pair = (read: (one: Figures) => number) =>
      figures.get(ours)!.map((own, at) => ({ ours: read(own), peer: read(figures.get(theirs)![at]!) }));
    const row = (what: string, read: (one: Figures) => number) =>
      buildPairs(`receive 10,000 messages a second ${name}, ${what}: ${peer}`, 'µs', pair(read), rounds * messages);
    return [
      row('processor time of one', ({ cpu }) => cpu),
      row('50 % one way within', ({ p50 }) => p50),
      row('99 % one way within', ({ p99 }) => p99),
    ];
  });
}
