/**
 * Who listens to which stream, and the texts that go out.
 *
 * Shape       A message is an object with one key, the stream's name; private streams are kept apart by account.
 * Invariants  A listener that has 256 messages waiting is dropped, never slowed for.
 */
import type { Account } from '../engine/account.ts';

export interface Listener {
  send(text: string): void;
}

export type MessageTap = (stream: string, text: string, account: Account | null) => void;

export interface Hub {
  subscribe(listener: Listener, stream: string, account: Account | null): void;
  drop(listener: Listener): void;
  wants(stream: string, account: Account | null): boolean;
  publish(stream: string, account: Account | null, build: () => unknown): void;
}

/** `tap` sees every message, whether somebody listens or not. */
export function buildHub(tap: MessageTap | null): Hub {
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
      for (const listener of streams.get(keyOf(stream, account)) ?? []) listener.send(text);
    },
  };
}

export function encodeMessage(stream: string, value: unknown): string {
  return `{${JSON.stringify(stream)}:${JSON.stringify(value)}}`;
}
