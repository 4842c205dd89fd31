/**
 * Stream subscriptions and outgoing messages.
 *
 * Shape       A message is an object with one key, the stream's name; private streams are separate per account.
 * Invariants  A listener with 256 queued messages is dropped.
 */
import type { Account } from '../../engine/state.ts';
import type { Core } from '../core.ts';
import { changeState, mistypeMessage } from '../faultyValues.ts';

export interface Listener {
  send(text: string): void;
  /** Stays open without sending, for the given ms or without end. */
  silence(ms: number): void;
  /** Neither sends nor reads for the given ms, then ends; 0: without end. */
  blackHole(ms: number): void;
  end(): void;
  /** Ends with a TCP reset. */
  reset(): void;
}

export type MessageTap = (stream: string, text: string, account: Account | null) => void;

export interface Hub {
  subscribe(listener: Listener, stream: string, account: Account | null): void;
  drop(listener: Listener): void;
  wants(stream: string, account: Account | null): boolean;
  publish(stream: string, account: Account | null, build: () => unknown): void;
}

type FaultyCore = Pick<Core, 'faults' | 'later'>;

/** `tap` gets every message, with or without listeners. */
export function buildHub(tap: MessageTap | null, core: FaultyCore | null = null): Hub {
  const streams = new Map<string, Set<Listener>>();
  const keyOf = (stream: string, account: Account | null): string => (account ? `${stream}@${account.id}` : stream);
  const wants = (stream: string, account: Account | null): boolean =>
    tap !== null || streams.has(keyOf(stream, account));
  return {
    subscribe(listener, stream, account) {
      const key = keyOf(stream, account);
      const set = streams.get(key) ?? new Set();
      set.add(listener);
      streams.set(key, set);
    },
    drop(listener) {
      for (const [key, set] of streams) if (set.delete(listener) && set.size === 0) streams.delete(key);
    },
    wants,
    publish(stream, account, build) {
      if (!wants(stream, account)) return;
      const text = encodeMessage(stream, build());
      tap?.(stream, text, account);
      for (const listener of streams.get(keyOf(stream, account)) ?? []) {
        if (core?.faults.isArmed) sendFaulty(core, listener, stream, text);
        else listener.send(text);
      }
    },
  };
}

export function encodeMessage(stream: string, value: unknown): string {
  return `{${JSON.stringify(stream)}:${JSON.stringify(value)}}`;
}

function sendFaulty({ faults, later }: FaultyCore, listener: Listener, stream: string, text: string): void {
  const name = `stream:${stream}`;
  if (faults.take('disconnect', name)) {
    listener.end();
    return;
  }
  const silent = faults.take('silent_socket', name);
  if (silent) {
    listener.silence(silent.ms);
    return;
  }
  if (faults.take('reset', name)) {
    listener.reset();
    return;
  }
  const hole = faults.take('black_hole', name);
  if (hole) {
    listener.blackHole(hole.ms);
    return;
  }
  if (faults.take('sequence_skip', name)) return;
  if (faults.take('truncated', name)) {
    listener.send(text.slice(0, text.length >> 1));
    return;
  }
  const mistyped = faults.take('mistyped', name);
  if (mistyped) {
    listener.send(mistypeMessage(text, mistyped.done));
    return;
  }
  if (faults.take('unknown_state', name)) {
    listener.send(JSON.stringify(changeState(JSON.parse(text))));
    return;
  }
  const late = faults.take('delay', name);
  if (late) {
    later(late.ms, () => listener.send(text));
    return;
  }
  listener.send(text);
  if (faults.take('duplicate', name)) listener.send(text);
}
