/** An endpoint: what it matches, what it is given, what it answers. */
import type { Core } from './core.ts';
import type { Member } from './members.ts';

export interface Call {
  readonly core: Core;
  /** Named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Where the request came from. */
  readonly address: string;
  /** The market's time now. */
  readonly nowMs: number;
}

export interface Reply {
  readonly status?: number;
  readonly value: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for one segment. */
  readonly path: string;
}

export interface PublicRoute extends Route {
  readonly answer: (call: Call) => Reply;
}

export interface PrivateRoute extends Route {
  readonly answer: (call: Call, member: Member) => Reply;
}

/** The parts of a path that a pattern names, or null when it does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/');
  const found = path.split('/');
  if (expected.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = found[at]!;
    else if (part !== found[at]) return null;
  }
  return params;
}
