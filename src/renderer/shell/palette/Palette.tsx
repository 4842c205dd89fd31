/**
 * Palette: one box that searches actions and markets, and reads typed orders with a preview of what will be sent.
 *
 * Invariants  Enter performs the plan that is on screen. A key held down never performs one twice.
 */

import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import type { Market } from '#shared/market/market.ts';
import { tickDecimals } from '#shared/market/tickGrid.ts';
import { formatTickPrice } from '#shared/text/numbers.ts';
import { PALETTE_LABELS } from '#shared/text/palette/paletteLabels.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { useWatch } from '../../act/watch.ts';
import { listActions, useActions } from '../../domain/keys/actions.ts';
import { keysOf } from '../../domain/keys/hotkeys.ts';
import { formatKey, isTypingKey, readKey } from '../../domain/keys/keys.ts';
import { type Search, useMarketSearch } from '../../domain/markets/marketList.ts';
import { marketName, marketTitle, NO_MARKETS, useListing, useMarket, useTick } from '../../domain/markets/markets.ts';
import { type MarketWords, marketWords } from '../../domain/markets/marketWords.ts';
import type { Typed } from '../../domain/orders/typedPrice.ts';
import { closePalette, openPalette, rememberEntry, usePalette } from '../../domain/palette.ts';
import { followMarket, type LinkKey, linkKeyOf, useLinks } from '../../domain/workspaces/links.ts';
import { usePanes } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useNow } from '../../ui/clock.ts';
import { useFocusReturn } from '../../ui/focus.ts';
import { runAction } from '../hotkeys/listen.ts';
import { isOfMarket, planNamed } from './commandPlan.ts';
import { type Entry, idOfTyped, listEntries } from './entries.ts';
import { describeProblem, parseCommand } from './grammar.ts';
import { completeName, type NameCompletion } from './nameCompletions.ts';
import { PlanPreview } from './PlanPreview.tsx';
import { canPerform, giveFormToTicket, giveToTicket, performPlan } from './perform.ts';
import type { Completion } from './reader.ts';
import './palette.css';
import { useTicketFocus } from '../../domain/orders/ticket.ts';
import { listenToKeysIn, onKeys } from '../../ui/keys.ts';

export function Palette(props: { readonly network: AppInfo['network'] }) {
  const isOpen = usePalette((state) => state.isOpen);
  return isOpen ? <OpenPalette network={props.network} /> : null;
}

function OpenPalette(props: { readonly network: AppInfo['network'] }) {
  const input = useRef<HTMLInputElement>(null);
  const returnsFocus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : closePalette())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          className="palette"
          initialFocus={input}
          // A ticket that it filled takes the focus instead.
          finalFocus={() => returnsFocus() && useTicketFocus.getState().key === null}
          aria-label={PALETTE_LABELS.searchOrTypeOrder}
        >
          <PaletteBox network={props.network} input={input} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type Row =
  | { readonly kind: 'command' }
  /** With the market that it names, where it names one. */
  | { readonly kind: 'completion'; readonly completion: Completion; readonly market: Market | null }
  | Entry;

/** Markets that one search makes known. */
const MOST_FOUND = 40;

/** The words that may name a market: those after 'on', or the whole text. */
function searchedText(text: string, parsed: ReturnType<typeof parseCommand>): string {
  if (parsed.at === 'command' && parsed.market !== null) return parsed.market;
  const nameStart = parsed.at === 'command' || parsed.at === 'open' ? parsed.nameStart : null;
  return (nameStart === null ? text : text.slice(nameStart)).trim().slice(0, 200);
}

/** The market that the words name among all listed ones, once main has found those that fit. */
function findNamed(words: MarketWords, typed: string, search: Search): Typed<MarketId> {
  const found = words.find(typed);
  const fitting = words.listFitting(typed);
  const [only] = fitting;
  if (found.ok || only === undefined || fitting.length > 1) return found;
  if (!search.isCurrent) return { ok: false, hint: `Looking for “${typed}” among all markets` };
  return (search.total ?? 0) <= MOST_FOUND ? { ok: true, value: only } : found;
}

function PaletteBox(props: {
  readonly network: AppInfo['network'];
  readonly input: React.RefObject<HTMLInputElement | null>;
}) {
  const text = usePalette((state) => state.text);
  const recent = usePalette((state) => state.recent);
  const [active, setActive] = useState(0);
  const listId = useId();
  const target = useTarget();
  const linked = useLinks(({ markets }) => markets[target] ?? null);
  const tick = useTick();
  const parsed = useMemo(() => parseCommand(text, tick), [text, tick]);
  const listing = useListing();
  const words = marketWords(listing);
  const searched = searchedText(text, parsed);
  const search = useMarketSearch('palette', searched, MOST_FOUND);
  const named = parsed.at === 'command' && parsed.market !== null ? findNamed(words, parsed.market, search) : null;
  const market = named === null ? linked : named.ok ? named.value : null;
  const listed = useMarket(market);
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  useWatch({ book: market });
  useFeed([feedKey.account, feedKey.wallet, ...(market === null ? [] : [feedKey.book(market)])], () => null);
  const now = useNow(1_000);

  const plan = parsed.at === 'command' ? planNamed(feed, named, market, parsed.command, now) : null;
  const conditional = parsed.at === 'command' && parsed.command.kind === 'conditional' ? parsed.command.form : null;
  const { lists, pane } = useActions();
  const actions = useMemo(() => listActions({ lists, pane }).filter(({ id }) => id !== 'view.palette'), [lists, pane]);
  const entries = useMemo(() => listEntries(text, { actions, markets, recent }), [text, actions, markets, recent]);
  const isRead = parsed.at === 'command' || parsed.at === 'open';
  const names = isRead && parsed.nameStart !== null ? completeName(text, parsed.nameStart, words) : [];
  const further = isRead ? parsed.completions : [];
  // A word under way is completed before another one begins.
  const completions = /\s$/.test(text) ? [...further, ...names] : [...names, ...further];
  const isNameOpen = plan?.kind === 'problem' && named?.ok === false && names.length > 0;
  const rows: readonly Row[] = [
    ...(plan && !isNameOpen ? [{ kind: 'command' } as const] : []),
    ...completions.map((completion) => {
      const { market: id = null } = completion as Partial<NameCompletion>;
      return { kind: 'completion', completion, market: markets.find((one) => one.id === id) ?? null } as const;
    }),
    ...(parsed.at === 'wrong' ? [] : entries),
  ];
  const at = Math.min(active, rows.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  const change = (next: string): void => {
    usePalette.setState({ text: next });
    setActive(0);
  };
  const complete = ({ start, text: end }: Completion): void => change(`${text.slice(0, start)}${end} `);
  const choose = (row: Row | undefined): void => {
    switch (row?.kind) {
      case 'command':
        if (!plan || !canPerform(plan)) return;
        rememberEntry(idOfTyped(text.trim()));
        closePalette();
        void performPlan(plan, target);
        return;
      case 'completion':
        complete(row.completion);
        return;
      case 'typed':
        change(row.text);
        return;
      case 'market':
        rememberEntry(row.id);
        closePalette();
        followMarket(target, row.market.id);
        return;
      case 'action':
        rememberEntry(row.id);
        closePalette();
        runAction(row.action);
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const [first] = completions;
    if (event.key === 'ArrowDown') setActive(Math.min(at + 1, rows.length - 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(at - 1, 0));
    else if (event.key === 'Tab' && !event.shiftKey && first) complete(first);
    else if (event.key === 'Enter' && event.shiftKey && plan?.kind === 'order') {
      closePalette();
      giveToTicket({ ...plan, step: plan.step === 'place' || plan.step === 'fill' ? 'refused' : plan.step }, target);
    } else if (event.key === 'Enter' && event.shiftKey && conditional !== null && market !== null) {
      closePalette();
      giveFormToTicket(market, conditional, target);
    } else if (event.key === 'Enter') {
      if (!event.repeat) choose(rows[at]);
    } else return;
    event.preventDefault();
  };
  // The dialog moves the focus a moment after it is open: what is typed until then belongs to the box too.
  useLayoutEffect(() => {
    const onEarlyKey = (event: globalThis.KeyboardEvent): void => {
      const box = props.input.current;
      const key = event.key.length === 1 ? readKey(event) : null;
      if (
        box === null ||
        key === null ||
        !isTypingKey(key) ||
        box.closest('.palette')?.contains(document.activeElement)
      )
        return;
      event.preventDefault();
      event.stopPropagation();
      box.focus();
      usePalette.setState(({ text: before }) => ({ text: before + event.key }));
    };
    return listenToKeysIn(window, onEarlyKey);
  }, [props.input]);
  useEffect(() => {
    document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);

  return (
    <>
      <div className="palette-line">
        <input
          ref={props.input}
          className="palette-input"
          role="combobox"
          aria-label={PALETTE_LABELS.searchOrTypeOrder}
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={rows.length > 0 ? optionId(at) : undefined}
          aria-autocomplete="list"
          placeholder={PALETTE_LABELS.searchOrTypeOrderBuy}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
          {...onKeys(onKey)}
        />
        <span className={`mode ${props.network}`}>{props.network.toUpperCase()}</span>
      </div>
      {isNameOpen ? (
        <p className="palette-next" role="status">
          {plan.text}
        </p>
      ) : null}
      {plan && !isNameOpen ? (
        <PlanPreview
          plan={plan}
          tick={tick}
          marketTitle={listed ? marketTitle(listed) : 'No market'}
          isOfMarket={parsed.at === 'command' && isOfMarket(parsed.command)}
        />
      ) : null}
      {parsed.at === 'wrong' || parsed.at === 'open' ? (
        <p className={parsed.at === 'wrong' ? 'palette-problem' : 'palette-next'} role="status">
          {describeProblem(parsed)}
        </p>
      ) : null}
      <div id={listId} className="palette-list scroll" role="listbox" aria-label="Found">
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
          <div
            key={keyOfRow(row)}
            id={optionId(index)}
            role="option"
            aria-selected={index === at}
            className="palette-row"
            onPointerMove={() => setActive(index)}
            onClick={() => choose(row)}
          >
            <RowText
              row={row}
              text={text}
              isPerformable={plan !== null && canPerform(plan)}
              decimals={tickDecimals(tick)}
            />
          </div>
        ))}
      </div>
      {rows.length === 0 && parsed.at !== 'wrong' ? <p className="palette-next">Nothing matches “{text}”</p> : null}
      <footer className="palette-foot">
        <span>
          {PALETTE_LABELS.ordersAreFor} <b>{listed ? marketName(listed) : PALETTE_LABELS.noMarketYet}</b>
        </span>
        <span>{PALETTE_LABELS.tabCompletesEnterShiftEnter}</span>
      </footer>
    </>
  );
}

/** The link group or unlinked pane whose market the orders are for: that of the pane used last. */
function useTarget(): LinkKey {
  const paneId = useActions((state) => state.marketPaneId);
  const link = usePanes(({ panes }) => (paneId === null ? null : (panes[paneId]?.link ?? null)));
  return paneId === null || link === null ? 'blue' : linkKeyOf(paneId, link);
}

function keyOfRow(row: Row): string {
  if (row.kind === 'command') return 'command';
  return row.kind === 'completion' ? `completion:${row.completion.text}` : row.id;
}

function RowText(props: {
  readonly row: Row;
  readonly text: string;
  readonly isPerformable: boolean;
  readonly decimals: number;
}) {
  const { row } = props;
  switch (row.kind) {
    case 'command':
      return (
        <>
          <span>{props.text.trim()}</span>
          <span className="secondary">{props.isPerformable ? 'Enter' : PALETTE_LABELS.notPossibleNow}</span>
        </>
      );
    case 'completion':
      return (
        <>
          <span title={row.market === null ? undefined : marketTitle(row.market)}>
            {props.text.slice(0, row.completion.start)}
            <b>{row.completion.text}</b>
            {row.market === null ? null : (
              <span className="secondary palette-named">
                {marketName(row.market)} · {row.market.eventTitle ?? row.market.category}
              </span>
            )}
          </span>
          <span className="secondary">Tab</span>
        </>
      );
    case 'typed':
      return (
        <>
          <span>{row.text}</span>
          <span className="secondary">{PALETTE_LABELS.typedBefore}</span>
        </>
      );
    case 'market': {
      const { market } = row;
      return (
        <>
          <span title={marketTitle(market)}>
            {marketName(market)} <span className="secondary">{market.eventTitle ?? market.category}</span>
          </span>
          <span className="mono">
            {market.yesPrice === null ? '–' : formatTickPrice(market.yesPrice, props.decimals)}
          </span>
        </>
      );
    }
    case 'action': {
      const { action } = row;
      const [key] = keysOf(action);
      const reason = action.blockedBy?.() ?? null;
      return (
        <>
          <span className={reason === null ? '' : 'secondary'} title={reason ?? undefined}>
            {action.title} <span className="secondary">{action.group}</span>
          </span>
          {key === undefined ? null : <kbd>{formatKey(key)}</kbd>}
        </>
      );
    }
  }
}

/** The box in the top bar that opens the palette. */
export function PaletteButton() {
  const action = useActions((state) => listActions(state).find(({ id }) => id === 'view.palette'));
  const key = action ? keysOf(action)[0] : undefined;
  return (
    <button
      type="button"
      className="palette-button"
      title={PALETTE_LABELS.searchOrTypeOrder}
      onClick={() => openPalette()}
      aria-haspopup="dialog"
    >
      {key === undefined ? null : <kbd>{formatKey(key)}</kbd>}
      <span>{PALETTE_LABELS.searchOrTypeOrder}</span>
    </button>
  );
}
