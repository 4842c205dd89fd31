/**
 * Lists and searches of markets, which main answers: a window holds the rows in sight, whatever the number of markets.
 *
 * Invariants  One request of a list is under way at a time, then the newest. An answer is shown once the page has its markets.
 */
import { useEffect, useRef, useState } from 'react';
import type { Market } from '#shared/market/market.ts';
import type { ListPart, ListStep, MarketQuery } from '#shared/market/marketList.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { feed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { byId } from './markets.ts';

export interface ListWish {
  /** Of the pane, in this window. */
  readonly list: string;
  readonly query: MarketQuery;
  readonly from: number;
  readonly count: number;
  /** The market whose row is asked for. */
  readonly at: MarketId | null;
  /** Keeps the order of rows: the pointer is over them. */
  readonly isKept: boolean;
}

/** Rows of a list that the page has. */
export interface LoadedPart extends ListPart {
  readonly headings: readonly number[];
  /** The query that it answers. */
  readonly query: MarketQuery;
}

const toInput = ({ query, ...wish }: ListWish, headingsId: number | null) => ({
  ...wish,
  query: { ...query, watched: query.watched === null ? null : [...query.watched] },
  headingsId,
});

/** Asks for one list again and again; `onPart` gets the answers. */
function openList(onPart: (part: LoadedPart) => void) {
  let wish: ListWish | null = null;
  let last: LoadedPart | null = null;
  let waiting: LoadedPart | null = null;
  let isAsking = false;
  let isDue = false;

  const offer = (): void => {
    if (waiting === null) return;
    const markets = byId(feed.catalogue()?.markets ?? []);
    if (waiting.rows.some((row) => row.kind === 'market' && !markets.has(row.market))) return;
    const part = waiting;
    waiting = null;
    onPart(part);
  };
  const ask = async (): Promise<void> => {
    if (wish === null) return;
    if (isAsking) {
      isDue = true;
      return;
    }
    isAsking = true;
    isDue = false;
    const asked = wish;
    const answer = await act('feed.showList', toInput(asked, last?.headingsId ?? null));
    isAsking = false;
    if (answer.ok && wish !== null) {
      last = { ...answer.value, headings: answer.value.headings ?? last?.headings ?? [], query: asked.query };
      waiting = last;
      offer();
    }
    if (isDue) void ask();
  };
  return {
    ask(next: ListWish): void {
      wish = next;
      void ask();
    },
    /** New markets are here, or rows may have changed. */
    offer,
    again: (): void => void ask(),
    close(): void {
      if (wish !== null) void act('feed.hideList', { list: wish.list });
      wish = null;
      waiting = null;
    },
  };
}

/** The rows in sight, or null before the first answer. */
export function useMarketList(wish: ListWish): LoadedPart | null {
  const [part, setPart] = useState<LoadedPart | null>(null);
  const list = useRef<ReturnType<typeof openList> | null>(null);
  const text = JSON.stringify(wish);
  const version = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.list?.version ?? 0);
  useEffect(() => {
    const opened = openList(setPart);
    list.current = opened;
    const stop = feed.clock.subscribe([feedKey.catalogue], opened.offer);
    return () => {
      stop();
      opened.close();
      list.current = null;
    };
  }, []);
  useEffect(() => list.current?.ask(JSON.parse(text) as ListWish), [text]);
  useEffect(() => {
    if (version > 0) list.current?.again();
  }, [version]);
  return part;
}

/** The market before or after one of the list; null in an empty list. */
export async function stepInList(wish: ListWish, step: 1 | -1): Promise<ListStep | null> {
  const answer = await act('feed.stepList', { ...toInput(wish, null), step });
  return answer.ok ? answer.value : null;
}

export interface Search {
  readonly text: string;
  /** All that fit; null before the first answer. */
  readonly total: number | null;
  readonly markets: readonly Market[];
  /** The answer is that of the text. */
  readonly isCurrent: boolean;
}

/** Markets that a text finds, at most `limit`; `name` is that of the place that searches. */
export function useMarketSearch(name: string, text: string, limit: number): Search {
  const [found, setFound] = useState<{ text: string; total: number; markets: readonly MarketId[] } | null>(null);
  const version = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.list?.total ?? 0);
  const known = useFeedValue([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NONE);
  useEffect(() => {
    let isEnded = false;
    void act('feed.search', { search: name, text, limit }).then((answer) => {
      if (answer.ok && !isEnded && version >= 0) setFound({ text, ...answer.value });
    });
    return () => {
      isEnded = true;
    };
  }, [name, text, limit, version]);
  useEffect(() => () => void act('feed.hideList', { list: name }), [name]);
  const markets = byId(known);
  const listed = (found?.markets ?? []).flatMap((id) => markets.get(id) ?? []);
  const isWhole = listed.length === (found?.markets.length ?? 0);
  return { text, total: found?.total ?? null, markets: listed, isCurrent: found?.text === text && isWhole };
}

const NONE: readonly Market[] = [];
