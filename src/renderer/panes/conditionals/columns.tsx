/** Columns of the conditional orders. */

import { List, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { ConditionalView, ProtectionView } from '#shared/ipc/conditionals/conditionals.ts';
import type { Market } from '#shared/market/market.ts';
import { bookColumn } from '#shared/market/outcome.ts';
import { kindOf, listMarkets } from '#shared/order/conditional/terms.ts';
import { CONDITIONALS_PANE_LABELS } from '#shared/text/conditionals/conditionalsPaneLabels.ts';
import { formatWatch, nameKindShortly } from '#shared/text/conditionals/conditionalTerms.ts';
import { formatContracts, formatTickPrice } from '#shared/text/numbers.ts';
import { formatDay, formatTimeMs, formatTimeOrDay } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import {
  cancelConditional,
  dismissConditional,
  isChangeable,
  isOver,
} from '../../domain/conditionals/conditionalActs.ts';
import { nameMarket, nameTerms } from '../../domain/conditionals/conditionalNames.ts';
import { marketName, useTick } from '../../domain/markets/markets.ts';
import type { Report } from '../../domain/noticeFacts.ts';
import { feed } from '../../feed/feed.ts';
import { useNow } from '../../ui/clock.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { MarketLink } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import {
  describeHalt,
  describeState,
  findSources,
  formatDeadline,
  formatFirstSource,
  formatLife,
  formatProgress,
  formatSide,
  formatSources,
  leftOf,
  titleMarket,
} from './model.ts';

/** Columns that a pane may hide. A narrow one keeps condition, state and buttons, with the market above the condition; the details have the others. */
export const CHOOSABLE_COLUMNS = [
  { id: 'time', name: 'Time' },
  { id: 'market', name: 'Market' },
  { id: 'left', name: 'Left' },
  { id: 'worst', name: 'Worst' },
  { id: 'sources', name: 'Watched by' },
  { id: 'ends', name: 'Ends' },
  { id: 'life', name: 'Life' },
] as const;

export interface ConditionalActs {
  follow(market: MarketId): void;
  open(view: ConditionalView): void;
  answer(view: ConditionalView): void;
  change(view: ConditionalView): void;
}

export function buildColumns(
  markets: readonly Market[],
  protections: readonly ProtectionView[],
  todayMs: number,
  acts: ConditionalActs,
): readonly TableColumn<ConditionalView>[] {
  const marketOf = ({ terms }: ConditionalView) => markets.find((one) => one.id === terms.outcome.market);
  const nameOf = (view: ConditionalView): string => {
    const market = marketOf(view);
    const name = market ? marketName(market) : view.terms.outcome.market;
    const others = listMarkets(view.terms).length - 1;
    return others === 0 ? name : `${name} +${others}`;
  };
  const titleOf = ({ terms }: ConditionalView): string =>
    listMarkets(terms)
      .map((id) => titleMarket(id, markets))
      .join('\n');
  return [
    {
      id: 'time',
      header: 'Time',
      width: 74,
      leaves: 2,
      className: 'mono',
      title: ({ createdAtMs }) => `Armed ${formatDay(createdAtMs)}, ${formatTimeMs(createdAtMs)}`,
      cell: ({ createdAtMs }) => formatTimeOrDay(createdAtMs, todayMs),
      sortBy: ({ createdAtMs }) => createdAtMs,
    },
    {
      id: 'market',
      header: 'Market',
      width: 104,
      leaves: 1,
      cell: (view) => {
        const { market } = view.terms.outcome;
        return <MarketLink name={nameOf(view)} title={titleOf(view)} onFollow={() => acts.follow(market)} />;
      },
      sortBy: nameOf,
    },
    {
      id: 'kind',
      header: 'Type',
      width: 82,
      leaves: 3,
      title: ({ terms }) => nameTerms(terms),
      cell: ({ terms }) => nameKindShortly(terms.kind),
      sortBy: ({ terms }) => nameKindShortly(terms.kind),
    },
    {
      id: 'side',
      header: 'Side',
      width: 60,
      leaves: 4,
      className: ({ terms }) => (bookColumn(terms.outcome.side, terms.direction) === 'bid' ? 'yes' : 'no'),
      cell: ({ terms }) => formatSide(terms),
      sortBy: ({ terms }) => formatSide(terms),
    },
    {
      id: 'watch',
      header: 'Condition',
      width: 104,
      takesRest: true,
      className: 'conditionals-watch',
      cell: (view) => (
        <>
          <span className="conditionals-what">
            {nameOf(view)} · {nameKindShortly(view.terms.kind)} · {formatSide(view.terms)}
          </span>
          <Watch view={view} />
        </>
      ),
    },
    {
      id: 'left',
      header: 'Left',
      width: 76,
      leaves: 5,
      align: 'right',
      className: 'mono',
      title: ({ terms, filled }) => `${formatContracts(filled)} of ${formatContracts(terms.shares)} filled`,
      cell: (view) => formatContracts(leftOf(view)),
      sortBy: leftOf,
    },
    {
      id: 'worst',
      header: 'Worst',
      width: 52,
      leaves: 6,
      align: 'right',
      className: 'mono',
      title: () => 'No order of it is beyond this price',
      cell: ({ terms }) => formatTickPrice(terms.worst),
      sortBy: ({ terms }) => terms.worst,
    },
    {
      id: 'state',
      header: 'State',
      width: 184,
      className: (view) => `conditionals-state ${describeState(view).tone}`,
      title: (view) => describeHalt(view) ?? describeState(view).text,
      cell: (view) => <State view={view} />,
      sortBy: (view) => describeState(view).text,
    },
    {
      id: 'sources',
      header: 'Watched by',
      width: 106,
      leaves: 8,
      className: 'mono',
      cell: (view) => <Sources view={view} protections={protections} />,
    },
    { id: 'ends', header: 'Ends', width: 94, leaves: 7, className: 'mono', cell: (view) => <Deadline view={view} /> },
    {
      id: 'life',
      header: 'Life',
      // Shorter it says nothing; the details have it.
      width: 190,
      leaves: 9,
      takesRest: true,
      className: 'dim',
      title: formatLife,
      cell: formatLife,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: 122,
      align: 'right',
      cell: (view) => <Actions view={view} acts={acts} />,
    },
  ];
}

function Watch({ view }: { readonly view: ConditionalView }) {
  const now =
    useNow(kindOf(view.terms).texts.progressFollowsTime === true ? 1_000 : null) + (feed.clockOffsetMs() ?? 0);
  const progress = formatProgress(view, useTick(), now);
  const terms = formatWatch(view.terms, nameMarket);
  return progress === null ? terms : <span title={terms}>{progress}</span>;
}

function State({ view }: { readonly view: ConditionalView }) {
  const { text, tone, sinceMs } = describeState(view);
  return (
    <>
      <span role={tone === 'bad' ? 'alert' : undefined}>{text}</span>
      {sinceMs === null ? null : <Elapsed sinceMs={sinceMs} />}
    </>
  );
}

function Elapsed(props: { readonly sinceMs: number }) {
  const now = useNow(1_000) + (feed.clockOffsetMs() ?? 0);
  // Screen readers announce the state, not every second.
  return <span aria-hidden="true"> {formatDuration(now - props.sinceMs)}</span>;
}

function Sources(props: { readonly view: ConditionalView; readonly protections: readonly ProtectionView[] }) {
  const now = useNow(1_000);
  const sources = findSources(props.protections, props.view.id);
  const text = formatSources(sources, now);
  return <span title={text === '' ? undefined : text}>{formatFirstSource(sources, now)}</span>;
}

function Deadline({ view }: { readonly view: ConditionalView }) {
  const now = useNow(view.terms.goodTillMs === null ? null : 1_000) + (feed.clockOffsetMs() ?? 0);
  return formatDeadline(view, now);
}

function Actions({ view, acts }: { readonly view: ConditionalView; readonly acts: ConditionalActs }) {
  const [isBusy, setBusy] = useState(false);
  const name = nameTerms(view.terms);
  const run = async (work: (view: ConditionalView) => Promise<Report | null>): Promise<void> => {
    setBusy(true);
    const report = await work(view);
    setBusy(false);
    if (report) useOverlay.getState().report(report);
  };
  return (
    <>
      {view.life.at === 'halted' ? (
        <button
          type="button"
          className="button small"
          aria-label={CONDITIONALS_PANE_LABELS.answer(name)}
          disabled={isBusy}
          onClick={() => acts.answer(view)}
        >
          Answer…
        </button>
      ) : isOver(view.life.at) ? (
        <button
          type="button"
          className="button small quiet"
          aria-label={CONDITIONALS_PANE_LABELS.remove(name)}
          disabled={isBusy}
          onClick={() => void run(dismissConditional)}
        >
          Remove
        </button>
      ) : (
        <>
          {isChangeable(view) ? (
            <button
              type="button"
              className="button small quiet"
              aria-label={CONDITIONALS_PANE_LABELS.change(name)}
              title="Change…"
              disabled={isBusy}
              onClick={() => acts.change(view)}
            >
              <Pencil size={13} aria-hidden="true" />
            </button>
          ) : null}
          <button
            type="button"
            className="button small"
            aria-label={CONDITIONALS_PANE_LABELS.cancel(name)}
            disabled={isBusy}
            onClick={() => void run(cancelConditional)}
          >
            Cancel
          </button>
        </>
      )}
      <button
        type="button"
        className="button small quiet"
        aria-label={CONDITIONALS_PANE_LABELS.detailsOf(name)}
        title={CONDITIONALS_PANE_LABELS.stepsEnter}
        onClick={() => acts.open(view)}
      >
        <List size={13} aria-hidden="true" />
      </button>
    </>
  );
}
