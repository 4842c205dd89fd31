/** Whether a book may be believed, as a value that panes show and one-click trading obeys. */

export type BookHealth =
  | { readonly at: 'waiting' }
  /** `unchecked`: why nothing that the exchange serves can be held against it; absent while the checks say something. */
  | { readonly at: 'live'; readonly unchecked?: string }
  | { readonly at: 'stale'; readonly sinceMs: number; readonly why: string }
  | { readonly at: 'resyncing'; readonly sinceMs: number; readonly why: string }
  | { readonly at: 'suspect'; readonly sinceMs: number; readonly why: string };

/** One-click trading is allowed on a live book only. */
export function isTrusted(health: BookHealth): boolean {
  return health.at === 'live';
}
