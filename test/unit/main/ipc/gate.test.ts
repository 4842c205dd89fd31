import { describe, expect, it, vi } from 'vitest';
import { MAX_INPUT_BYTES, MAX_INPUT_DEPTH, openGate, type Refusal } from '#main/ipc/gate.ts';
import { decodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '#shared/ipc/commands.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import type { BridgeError } from '#shared/ipc/errors.ts';
import { type Result, succeed } from '#shared/ipc/result.ts';

interface Bench {
  readonly calls: { readonly name: string; readonly input: unknown }[];
  readonly refusals: Refusal[];
  ask(name: string, text: string, trusted?: boolean): Promise<Result<unknown>>;
}

function openBench(
  overrides: Partial<Record<CommandName, (input: unknown) => Promise<unknown>>> = {},
  toBridgeError?: (error: unknown) => BridgeError,
): Bench {
  const calls: Bench['calls'] = [];
  const refusals: Refusal[] = [];
  const handlers = Object.fromEntries(
    COMMAND_NAMES.map((name) => [
      name,
      async (input: unknown) => {
        calls.push({ name, input });
        return overrides[name] ? overrides[name](input) : succeed(null);
      },
    ]),
  ) as unknown as Handlers;
  const gate = openGate(handlers, {
    onRefusal: (why) => refusals.push(why),
    ...(toBridgeError ? { toBridgeError } : {}),
  });
  return {
    calls,
    refusals,
    ask: async (name, text, trusted = true) =>
      decodeMessage(await gate({ trusted, window: 1, name, text })) as Result<unknown>,
  };
}

function codeOf(answer: Result<unknown>): string {
  return answer.ok ? 'ok' : answer.error.code;
}

describe('openGate', () => {
  it('answers a known command with the result of its handler', async () => {
    const bench = openBench({ 'account.open': async () => succeed({ safe: '0x1', deposit: 10_000_000_000n }) });
    expect(await bench.ask('account.open', '{}')).toEqual({
      ok: true,
      value: { safe: '0x1', deposit: 10_000_000_000n },
    });
    expect(bench.calls).toEqual([{ name: 'account.open', input: {} }]);
  });

  it('checks the sender before the size', async () => {
    const bench = openBench();
    expect(codeOf(await bench.ask('no.such', 'x'.repeat(MAX_INPUT_BYTES + 1), false))).toBe('FORBIDDEN_SENDER');
    expect(codeOf(await bench.ask('vault.lock', '{}', false))).toBe('FORBIDDEN_SENDER');
    expect(bench.refusals).toEqual(['sender', 'sender']);
    expect(bench.calls).toEqual([]);
  });

  it.each([
    [
      'text over the size',
      'layout.save',
      JSON.stringify({ workspace: 'w1', json: 'x'.repeat(MAX_INPUT_BYTES) }),
      'size',
    ],
    [
      'text whose bytes are over the size',
      'layout.save',
      JSON.stringify({ workspace: 'w1', json: '€'.repeat(22_000) }),
      'size',
    ],
    ['an unknown name', 'order.sign', '{}', 'name'],
    ['a name that every object has', 'constructor', '{}', 'name'],
    ['a name that is a prototype', '__proto__', '{}', 'name'],
    ['deep nesting', 'vault.lock', `${'['.repeat(33)}${']'.repeat(33)}`, 'depth'],
    ['nesting that would overflow a parser', 'vault.lock', '['.repeat(60_000), 'depth'],
    ['text that is not JSON', 'vault.lock', '{', 'text'],
    ['no text', 'vault.lock', '', 'text'],
    ['a __proto__ key', 'vault.lock', '{"__proto__":{"a":1}}', 'keys'],
    ['a nested constructor key', 'feed.watch', '{"books":[{"constructor":{}}]}', 'keys'],
    ['a key that is spelled in escapes', 'vault.lock', '{"\\u005f_proto__":1}', 'keys'],
    ['an unknown key', 'vault.lock', '{"extra":1}', 'schema'],
    ['a wrong type', 'vault.unlock', '{"password":12}', 'schema'],
    ['a bare value', 'vault.lock', 'null', 'schema'],
    ['an array', 'vault.lock', '[]', 'schema'],
    ['a number out of range', 'vault.unlock', '{"password":1e999}', 'schema'],
  ])('refuses %s and runs no handler', async (_what, name, text, why) => {
    const bench = openBench();
    expect((await bench.ask(name, text)).ok).toBe(false);
    expect(bench.refusals).toEqual([why]);
    expect(bench.calls).toEqual([]);
  });

  it('accepts text of exactly the largest size and depth', async () => {
    const bench = openBench();
    const room = MAX_INPUT_BYTES - '{}'.length;
    expect(codeOf(await bench.ask('vault.lock', `{${' '.repeat(room)}}`))).toBe('ok');
    const depth = MAX_INPUT_DEPTH - 1;
    await bench.ask('vault.lock', `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(bench.refusals).toEqual(['schema']);
  });

  it('answers an exception of a handler with BUG and none of its text', async () => {
    const bench = openBench({
      'vault.unlock': async () => {
        throw new Error('hunter2 was wrong');
      },
    });
    const answer = await bench.ask('vault.unlock', '{"password":"hunter2"}');
    expect(codeOf(answer)).toBe('BUG');
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });

  it('maps exceptions with the injected function, and answers BUG when that function throws', async () => {
    const throws = { 'vault.lock': () => Promise.reject(new Error('locked')) };
    const named = openBench(throws, () => ({ code: 'LOCKED', parameters: {} }));
    expect(codeOf(await named.ask('vault.lock', '{}'))).toBe('LOCKED');
    const broken = openBench(throws, () => {
      throw new Error('again');
    });
    expect(codeOf(await broken.ask('vault.lock', '{}'))).toBe('BUG');
  });

  it('answers BUG when a schema throws', async () => {
    const bench = openBench();
    const throws = vi.spyOn(COMMANDS['vault.lock'].input, 'safeParse').mockImplementation(() => {
      throw new Error('hunter2');
    });
    try {
      expect(await bench.ask('vault.lock', '{}')).toEqual({ ok: false, error: { code: 'BUG', parameters: {} } });
      expect(bench.calls).toEqual([]);
    } finally {
      throws.mockRestore();
    }
  });

  it('refuses names and inputs that are not text', async () => {
    const gate = openGate({} as Handlers);
    const request = { trusted: true, window: 1, name: 1, text: undefined } as unknown as Parameters<typeof gate>[0];
    expect(codeOf(decodeMessage(await gate(request)) as Result<unknown>)).toBe('BAD_INPUT');
  });

  it('passes the parsed input to the handler, not the raw input', async () => {
    const bench = openBench();
    await bench.ask('account.arm', '{"armed":true}');
    expect(bench.calls[0]?.input).toEqual(COMMANDS['account.arm'].input.parse({ armed: true }));
  });
});
