/** Routes of the embedded exchange: method, path pattern and handler. */
import type { Core } from '../core.ts';
import type { Member } from '../members/members.ts';

export interface Call {
  readonly core: Core;
  /** Named parts of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  /** Address of the client. */
  readonly address: string;
  /** Current market time. */
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
  readonly answer: (call: Call, member: Member) => Reply | Promise<Reply>;
}

export interface Found<R extends Route> {
  readonly route: R;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the first route of a method and path, or null. Paths without parameters are found by a map. */
export function buildRouter<R extends Route>(routes: readonly R[]): (method: string, path: string) => Found<R> | null {
  const plain = new Map<string, Found<R>>();
  const named: { route: R; parts: readonly string[] }[] = [];
  for (const route of routes) {
    if (route.path.includes('{')) named.push({ route, parts: route.path.split('/') });
    else plain.set(`${route.method} ${route.path}`, { route, params: {} });
  }
  return (method, path) => {
    const known = plain.get(`${method} ${path}`);
    if (known) return known;
    const found = path.split('/');
    for (const { route, parts } of named) {
      const params = route.method === method ? matchParts(parts, found) : null;
      if (params) return { route, params };
    }
    return null;
  };
}

function matchParts(expected: readonly string[], found: readonly string[]): Record<string, string> | null {
  if (expected.length !== found.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of expected.entries()) {
    if (part.startsWith('{')) params[part.slice(1, -1)] = found[at]!;
    else if (part !== found[at]) return null;
  }
  return params;
}
