/**
 * Shared links: the market and the order draft of each link colour, the same in every window.
 *
 * Invariants  Main orders the changes of all windows. A window shows its own change at once, and follows main again from the
 *             revision that has it: while its change is on the way, older ones do not undo it.
 * Source      docs/decisions/0021-detached-windows.md
 */
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import type { Input } from '#shared/ipc/contract.ts';
import { SHARED_LINKS, type SharedLinkName, type SharedLinks } from '#shared/ipc/workspaces.ts';
import { parseMarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { type Draft, draftChanges, draftStore } from '../../act/draft.ts';
import { feed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { followMarket, marketOf, useLinks } from './links.ts';

type Change = Input<'layout.share'>['changes'][number];

/** Shares the links of `workspace` from here on; the returned function stops it. */
export function openSharedLinks(workspace: string, initial: SharedLinks): () => void {
  /** As main has them, or as they were sent to it. */
  const known = new Map<SharedLinkName, { market: string | null; draft: string | null }>(
    SHARED_LINKS.map((link) => [link, { market: null, draft: null }]),
  );
  let isClosed = false;
  let isApplying = false;
  let isScheduled = false;
  /** Changes without an answer. */
  let sent = 0;
  /** The first revision that has every own change. */
  let ownRevision = 0;

  function apply({ revision, links }: SharedLinks): void {
    if (sent > 0 || revision < ownRevision) return;
    isApplying = true;
    for (const link of SHARED_LINKS) {
      const { market = null, draft = null } = links[link] ?? {};
      const own = known.get(link)!;
      if (market !== null && market !== own.market) followMarket(link, parseMarketId(market));
      // Pages of this program wrote it.
      if (draft !== null && draft !== own.draft) draftStore(link).setState(decodeMessage(draft) as Draft, true);
      known.set(link, { market: market ?? own.market, draft: draft ?? own.draft });
    }
    isApplying = false;
  }

  function collect(): Change[] {
    return SHARED_LINKS.flatMap((link) => {
      const own = known.get(link)!;
      const market = marketOf(link);
      const draft = encodeMessage(draftStore(link).getState());
      const change: Change = {
        link,
        ...(market !== null && market !== own.market ? { market } : {}),
        ...(draft !== own.draft && isTouched(link) ? { draft } : {}),
      };
      if (change.market === undefined && change.draft === undefined) return [];
      known.set(link, { market: change.market ?? own.market, draft: change.draft ?? own.draft });
      return [change];
    });
  }

  const touched = new Set<string>();
  const isTouched = (link: string): boolean => touched.has(link);

  async function send(): Promise<void> {
    isScheduled = false;
    if (isClosed) return;
    const changes = collect();
    if (changes.length === 0) return;
    sent += 1;
    const result = await act('layout.share', { workspace, changes });
    sent -= 1;
    if (isClosed) return;
    if (result.ok) ownRevision = Math.max(ownRevision, result.value.revision);
    follow();
  }

  function schedule(): void {
    if (isApplying || isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => void send());
  }

  function follow(): void {
    const view = feed.workspaces();
    if (view?.selected === workspace) apply(view.shared);
  }

  apply(initial);
  const stops = [
    useLinks.subscribe(schedule),
    draftChanges.on((key) => {
      if (isApplying) return;
      touched.add(key);
      schedule();
    }),
    feed.clock.subscribe([feedKey.workspaces], follow),
  ];
  schedule();
  return () => {
    isClosed = true;
    for (const stop of stops) stop();
  };
}
