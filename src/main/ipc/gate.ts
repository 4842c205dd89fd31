/**
 * Gate: checks sender, size, depth, keys, name and schema of every call from a page before its handler runs.
 *
 * Invariants  A handler gets only input that its schema parsed. An answer never repeats the input.
 * Errors      Its promise never rejects: a refusal is a Result in codec text.
 * Source      docs/security-coverage.md#r11, #r13
 */
import { measureDepth } from '#shared/base/jsonDepth.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '#shared/ipc/commands.ts';
import type { Caller, Handlers } from '#shared/ipc/contract.ts';
import type { BridgeError } from '#shared/ipc/errors.ts';
import { type Failure, fail } from '#shared/ipc/result.ts';
import type { InvokeHandler } from '../shell/port.ts';
import { handlerOf } from './anyHandler.ts';

/** Most UTF-8 bytes of codec text in one call. */
export const MAX_INPUT_BYTES = 64 * 1024;
export const MAX_INPUT_DEPTH = 32;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const KNOWN_NAMES: ReadonlySet<string> = new Set(COMMAND_NAMES);

/** Which check refused a call. */
export type Refusal = 'sender' | 'size' | 'depth' | 'text' | 'keys' | 'name' | 'schema';

export interface GateOptions {
  /** Maps a handler's exception to an error that contains no input; without it every exception is a BUG. */
  readonly toBridgeError?: (error: unknown, name: CommandName) => BridgeError;
  readonly onRefusal?: (why: Refusal) => void;
  /** Called with every exception of a handler, for the log. */
  readonly onFailure?: (error: unknown, name: CommandName) => void;
}

function isCommandName(name: string): name is CommandName {
  return KNOWN_NAMES.has(name);
}

function hasForbiddenKey(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.some(hasForbiddenKey);
  return Object.entries(value).some(([key, item]) => FORBIDDEN_KEYS.has(key) || hasForbiddenKey(item));
}

/** Serves the contract with one handler per command. */
export function openGate(handlers: Handlers, options: GateOptions = {}): InvokeHandler {
  const refuse = (why: Refusal, answer: Failure): string => {
    options.onRefusal?.(why);
    return encodeMessage(answer);
  };

  const answerFailure = (error: unknown, name: CommandName): Failure => {
    try {
      options.onFailure?.(error, name);
      return options.toBridgeError ? { ok: false, error: options.toBridgeError(error, name) } : fail('BUG', {});
    } catch {
      return fail('BUG', {});
    }
  };

  async function run(name: CommandName, input: unknown, caller: Caller): Promise<string> {
    try {
      // A schema's own transform may throw.
      const parsed = COMMANDS[name].input.safeParse(input);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        // Further parts may be keys that the page chose.
        const path = String(issue?.path[0] ?? 'the top');
        const fault = { reason: 'schema', command: name, path, issue: issue?.code ?? 'unknown' } as const;
        return refuse('schema', fail('BAD_INPUT', fault));
      }
      return encodeMessage(await handlerOf(handlers, name)(parsed.data, caller));
    } catch (error) {
      return encodeMessage(answerFailure(error, name));
    }
  }

  return async ({ trusted, window, name, text }) => {
    if (!trusted) {
      return refuse('sender', fail('FORBIDDEN_SENDER', {}));
    }
    if (typeof name !== 'string' || typeof text !== 'string') {
      return refuse('text', fail('BAD_INPUT', { reason: 'text' }));
    }
    if (text.length > MAX_INPUT_BYTES || Buffer.byteLength(text) > MAX_INPUT_BYTES) {
      return refuse('size', fail('BAD_INPUT', { reason: 'size', maxBytes: MAX_INPUT_BYTES }));
    }
    if (!isCommandName(name)) {
      return refuse('name', fail('NOT_FOUND', { what: 'command' }));
    }
    if (measureDepth(text) > MAX_INPUT_DEPTH) {
      return refuse('depth', fail('BAD_INPUT', { reason: 'depth', max: MAX_INPUT_DEPTH }));
    }
    let input: unknown;
    try {
      input = decodeMessage(text);
    } catch {
      return refuse('text', fail('BAD_INPUT', { reason: 'text' }));
    }
    if (hasForbiddenKey(input)) {
      return refuse('keys', fail('BAD_INPUT', { reason: 'keys' }));
    }
    return run(name, input, { window });
  };
}
