/**
 * Crosshair shared by the charts of one link group, in this window and through main in the others.
 *
 * Units       Times in Unix ms, prices in YES terms as floats, so that charts of other periods and of the other outcome follow.
 * Invariants  Nothing is sent while there is one window. One request at a time: of the moves meanwhile the newest follows.
 *             A crosshair from another window is drawn and not sent on.
 * Source      docs/decisions/0021-detached-windows.md
 */
import { createEmitter } from '#shared/base/emitter.ts';
import { type PointedAt, SHARED_LINKS, type SharedLinkName } from '#shared/ipc/workspaces.ts';
import { MICROS } from '#shared/units/micros.ts';
import { act } from '../../act/bridge.ts';
import { feed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import type { LinkKey } from './links.ts';

export interface SharedCrosshair {
  readonly group: LinkKey;
  /** The chart that the pointer is on; null in another window. */
  readonly paneId: string | null;
  /** Null when the pointer left the bars. */
  readonly at: { readonly timeMs: number; readonly price: number } | null;
}

export const sharedCrosshair = createEmitter<SharedCrosshair>();

/** Shares the crosshairs of `workspace` with the other windows; the returned function stops it. */
export function openSharedCrosshair(workspace: string): () => void {
  let isClosed = false;
  let isSending = false;
  let waiting: Omit<PointedAt, 'revision'> | null = null;
  /** The newest revision that this window sent or showed. */
  let newest = feed.pointedAt()?.revision ?? 0;

  async function send(): Promise<void> {
    isSending = true;
    while (waiting !== null && !isClosed) {
      const next = waiting;
      waiting = null;
      const result = await act('layout.point', { workspace, ...next });
      if (result.ok) newest = Math.max(newest, result.value.revision);
    }
    isSending = false;
    follow();
  }

  function share({ group, paneId, at }: SharedCrosshair): void {
    const link = SHARED_LINKS.find((name) => name === group);
    if (paneId === null || link === undefined || (feed.workspaces()?.detached ?? 0) === 0) return;
    waiting = { link, at: at === null ? null : describePoint(at) };
    if (!isSending) void send();
  }

  function follow(): void {
    const pointed = feed.pointedAt();
    // An own one comes back too, perhaps before its answer.
    if (isSending || pointed === null || pointed.revision <= newest) return;
    newest = pointed.revision;
    const at = pointed.at === null ? null : { ...pointed.at, price: pointed.at.price / MICROS };
    sharedCrosshair.emit({ group: pointed.link satisfies SharedLinkName, paneId: null, at });
  }

  const stops = [sharedCrosshair.on(share), feed.clock.subscribe([feedKey.pointedAt], follow)];
  return () => {
    isClosed = true;
    for (const stop of stops) stop();
  };
}

/** A chart reaches beyond the prices that there are. */
function describePoint({ timeMs, price }: { readonly timeMs: number; readonly price: number }) {
  return { timeMs: Math.max(0, Math.round(timeMs)), price: Math.min(MICROS, Math.max(0, Math.round(price * MICROS))) };
}
