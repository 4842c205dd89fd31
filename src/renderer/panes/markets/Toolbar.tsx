/** Search field, filter and order of a markets pane. */

import { ArrowDownWideNarrow, Star } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { MARKET_SORTS, type MarketSort } from '#shared/market/marketList.ts';
import { WATCHLIST_LIMITS } from '#shared/market/watchlists.ts';
import { MARKETS_PANE_LABELS } from '#shared/text/markets/marketsPaneLabels.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import {
  createList,
  deleteList,
  renameList,
  useWatchlists,
  WATCHLIST_PROBLEMS,
  type WatchlistProblem,
} from '../../domain/markets/watchlists.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { onKeys } from '../../ui/keys.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator } from '../../ui/overlay/Menu.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Field } from '../../ui/parts.tsx';
import { categorySetting, cursorMarket, listSetting, searchText, serveSearch, sortSetting } from './state.ts';

const SORT_NAMES: Readonly<Record<MarketSort, string>> = {
  event: 'Event',
  price: 'Price',
  volume: '24 h volume',
  close: 'Close',
};

/** Value of a menu choice that is no list and no category. */
const ALL = 'all';

/** Renders only when its properties change, not with every price of the list. */
export const Toolbar = memo(function MarketsToolbar(props: {
  readonly categories: readonly string[];
  readonly onStep: (by: 1 | -1) => void;
  readonly onChoose: () => void;
}) {
  return (
    <div className="markets-toolbar">
      <Search onStep={props.onStep} onChoose={props.onChoose} />
      <div className="markets-filters">
        <Filter categories={props.categories} />
        <SortMenu />
      </div>
    </div>
  );
});

function Search(props: { readonly onStep: (by: 1 | -1) => void; readonly onChoose: () => void }) {
  const [text, setText] = usePaneValue(searchText);
  const [, setCursor] = usePaneValue(cursorMarket);
  const key = useKeyLabel('market.search');
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      serveSearch(() => {
        input.current?.focus();
        input.current?.select();
      }),
    [],
  );
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') props.onStep(1);
    else if (event.key === 'ArrowUp') props.onStep(-1);
    else if (event.key === 'Enter') props.onChoose();
    else if (event.key === 'Escape') {
      setText('');
      setCursor(null);
      input.current?.blur();
    } else return;
    event.preventDefault();
  };
  return (
    <input
      ref={input}
      className="markets-search"
      type="search"
      aria-label={MARKETS_PANE_LABELS.searchMarkets}
      placeholder={withKey('Search', key)}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setCursor(null);
      }}
      {...onKeys(onKey)}
    />
  );
}

type Naming = { readonly kind: 'new' } | { readonly kind: 'rename'; readonly from: string };

/** Which markets are listed: all, a watchlist, a category. */
function Filter(props: { readonly categories: readonly string[] }) {
  const [list, setList] = usePaneValue(listSetting);
  const [category, setCategory] = usePaneValue(categorySetting);
  const lists = useWatchlists((state) => state.lists);
  const [naming, setNaming] = useState<Naming | null>(null);
  const show = (value: string): void => {
    setList(value.startsWith('list:') ? value.slice(5) : null);
    setCategory(value.startsWith('category:') ? value.slice(9) : null);
  };
  const isList = lists.some(({ name }) => name === list);
  const value = isList ? `list:${list}` : category === null ? ALL : `category:${category}`;
  const remove = async (name: string): Promise<void> => {
    const problem = await deleteList(name);
    if (problem === null) setList(null);
    else
      useOverlay
        .getState()
        .notify('warn', `“${name}” was not deleted`, WATCHLIST_PROBLEMS[problem], attemptOf('watchlist'));
  };
  return (
    <>
      <MenuButton
        className="markets-menu markets-filter"
        label={`Markets shown: ${isList ? `watchlist ${list}` : (category ?? 'all')}`}
        title={MARKETS_PANE_LABELS.watchlistsAndCategories}
        face={
          <>
            {isList ? <Star size={11} aria-hidden="true" className="starred" /> : null}
            <span>{isList ? list : (category ?? MARKETS_PANE_LABELS.allMarkets)}</span>
          </>
        }
      >
        <MenuChoices label="Show" value={value} onChange={show} choices={[{ value: ALL, label: 'All markets' }]} />
        {lists.length > 0 ? (
          <MenuChoices
            label="Watchlists"
            value={value}
            onChange={show}
            choices={lists.map(({ name, markets }) => ({
              value: `list:${name}`,
              label: (
                <>
                  {name} <span className="secondary">{markets.length}</span>
                </>
              ),
            }))}
          />
        ) : null}
        {props.categories.length > 1 ? (
          <MenuChoices
            label="Categories"
            value={value}
            onChange={show}
            choices={props.categories.map((name) => ({ value: `category:${name}`, label: name }))}
          />
        ) : null}
        <MenuSeparator />
        <MenuItem onSelect={() => setNaming({ kind: 'new' })}>{MARKETS_PANE_LABELS.newWatchlist}</MenuItem>
        {isList && list !== null ? (
          <>
            <MenuItem onSelect={() => setNaming({ kind: 'rename', from: list })}>Rename “{list}”…</MenuItem>
            <MenuItem onSelect={() => void remove(list)}>Delete “{list}”</MenuItem>
          </>
        ) : null}
      </MenuButton>
      {naming === null ? null : (
        <NameDialog naming={naming} onClose={() => setNaming(null)} onNamed={(name) => show(`list:${name}`)} />
      )}
    </>
  );
}

function NameDialog(props: {
  readonly naming: Naming;
  readonly onClose: () => void;
  readonly onNamed: (name: string) => void;
}) {
  const { naming, onClose } = props;
  const [text, setText] = useState(naming.kind === 'rename' ? naming.from : '');
  const [problem, setProblem] = useState<WatchlistProblem | null>(null);
  const submit = async (): Promise<void> => {
    const before = new Set(useWatchlists.getState().lists.map(({ name }) => name));
    const found = await (naming.kind === 'new' ? createList(text) : renameList(naming.from, text));
    setProblem(found);
    if (found !== null) return;
    const named = useWatchlists.getState().lists.find(({ name }) => !before.has(name));
    if (named) props.onNamed(named.name);
    onClose();
  };
  return (
    <Dialog
      title={naming.kind === 'new' ? MARKETS_PANE_LABELS.newWatchlistTitle : MARKETS_PANE_LABELS.renameWatchlist}
      onClose={onClose}
    >
      <form
        className="markets-naming"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Name" hint={problem === null ? null : WATCHLIST_PROBLEMS[problem]} wrong={problem !== null}>
          {(id, describedBy) => (
            <input
              id={id}
              value={text}
              maxLength={WATCHLIST_LIMITS.name}
              autoComplete="off"
              aria-describedby={describedBy}
              aria-invalid={problem !== null}
              onChange={(event) => setText(event.target.value)}
              {...{ [FIRST_FOCUS]: '' }}
            />
          )}
        </Field>
        <div className="markets-naming-buttons">
          <button type="submit" className="button primary" disabled={text.trim() === ''}>
            {naming.kind === 'new' ? 'Create' : 'Rename'}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function SortMenu() {
  const [sort, setSort] = usePaneValue(sortSetting);
  return (
    <MenuButton
      className="markets-menu"
      label={MARKETS_PANE_LABELS.orderBy(SORT_NAMES[sort])}
      title={sort === 'event' ? MARKETS_PANE_LABELS.orderByEventInside : MARKETS_PANE_LABELS.orderBy(SORT_NAMES[sort])}
      face={
        <>
          <ArrowDownWideNarrow size={12} aria-hidden="true" />
          <span>{SORT_NAMES[sort]}</span>
        </>
      }
    >
      <MenuChoices<MarketSort>
        label="Order"
        value={sort}
        onChange={setSort}
        choices={MARKET_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))}
      />
    </MenuButton>
  );
}
