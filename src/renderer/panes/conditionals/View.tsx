/** Conditionals pane: every conditional order with its state, what watches it and its steps; those that need an answer first. */
import { useMemo, useState } from 'react';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { describeAccount, useAbsence, useReadOnlyText } from '../../domain/account/accountStatus.ts';
import { openConditionalDraft } from '../../domain/conditionals/conditionalDraft.ts';
import { readForm } from '../../domain/conditionals/conditionalFormOf.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { marketName, useListing } from '../../domain/markets/markets.ts';
import { NO_TICKET } from '../../domain/orders/ticket.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useToday } from '../../ui/clock.ts';
import { Banner, NoticeBanner } from '../../ui/marks/Banner.tsx';
import { MissingData } from '../../ui/marks/MissingData.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { FilterLine } from '../../ui/table/TableFilter.tsx';
import { showColumns } from '../../ui/table/tableColumns.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { buildColumns } from './columns.tsx';
import { Detail } from './Detail.tsx';
import { describeFilter, filterConditionals } from './filter.ts';
import { describeState, rankOf, sortConditionals } from './model.ts';
import { hiddenColumns, sortSetting, useConditionalFilter } from './state.ts';
import { Unreadable } from './Unreadable.tsx';
import './conditionals.css';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';

const NONE: readonly ConditionalView[] = [];

export function View() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const absence = useAbsence('conditional orders');
  const readOnly = useReadOnlyText();
  const markets = useListing();
  const { linkKey } = usePane();
  const { filter, clear } = useConditionalFilter();
  const [hidden] = usePaneValue(hiddenColumns);
  const [sort, setSort] = usePaneValue(sortSetting);
  const [openId, setOpenId] = useState<ConditionalId | null>(null);
  const [answeredId, setAnswered] = useState<ConditionalId | null>(null);
  const all = view?.conditionals ?? NONE;
  const { state, market, text } = filter;
  const rows = useMemo(
    () => sortConditionals(filterConditionals(all, { state, market, text }, markets)),
    [all, state, market, text, markets],
  );
  const protections = view?.protections;
  const todayMs = useToday();
  const columns = useMemo(
    () =>
      showColumns(
        buildColumns(markets, protections ?? [], todayMs, {
          follow: (chosen) => followMarket(linkKey, chosen),
          open: ({ id }) => setOpenId(id),
          answer: ({ id }) => setAnswered(id),
          change({ id, terms }) {
            const nowMs = Date.now() + (feed.clockOffsetMs() ?? 0);
            const { market: of } = terms.outcome;
            followMarket(linkKey, of);
            const isOpen = openConditionalDraft(linkKey, { market: of, form: readForm(terms, nowMs), changes: id });
            if (!isOpen) useOverlay.getState().report(NO_TICKET);
          },
        }),
        hidden,
      ),
    [markets, protections, linkKey, hidden, todayMs],
  );
  const nameOf = (id: MarketId): string => {
    const listed = markets.find((one) => one.id === id);
    return listed ? marketName(listed) : id;
  };
  const detailed = all.find(({ id }) => id === openId);
  const answered = all.find(({ id, life }) => id === answeredId && life.at === 'halted');
  return (
    <div className="conditionals">
      <DataTable
        label="Conditional orders"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        rowClass={rowClass}
        rank={rankOf}
        sort={sort}
        onSort={setSort}
        onOpen={({ id }) => setOpenId(id)}
        foot={
          <>
            <Unreadable ids={view?.unreadable ?? []} />
            <NoticeBanner notice={describeAccount(account, 'What is shown may have changed since.')} />
            {readOnly === null ? null : <Banner tone="note" text={readOnly} />}
            <FilterLine text={describeFilter(filter, rows.length, all.length, nameOf)} onClear={clear} />
          </>
        }
        empty={<NoRows absence={absence} isHidden={view?.isHidden === true} isFiltered={all.length > 0} />}
      />
      {detailed ? (
        <Detail view={detailed} markets={markets} protections={protections ?? []} onClose={() => setOpenId(null)} />
      ) : null}
      {answered ? <AnswerDialog view={answered} onClose={() => setAnswered(null)} /> : null}
    </div>
  );
}

function NoRows(props: {
  readonly absence: ReturnType<typeof useAbsence>;
  readonly isHidden: boolean;
  readonly isFiltered: boolean;
}) {
  const key = useKeyLabel('view.palette');
  if (props.absence !== null) return <MissingData {...props.absence} />;
  if (props.isHidden) return <Empty what="Locked" how="Conditional orders show when the vault is open." />;
  if (props.isFiltered) return <Empty what="No conditional order matches the filters" />;
  const typed = key === '' ? '' : `, or press ${key} and type “stop sell yes all @ 0.31 limit 0.30”`;
  return (
    <Empty
      what="No conditional orders"
      how={`New…, or the type in the ticket, makes one${typed}. This program watches them: they do nothing while it is closed.`}
    />
  );
}

function rowClass(view: ConditionalView): string | undefined {
  const { tone } = describeState(view);
  return tone === 'bad' ? 'bad' : tone === 'loud' ? 'loud' : tone === 'over' || tone === 'good' ? 'over' : undefined;
}
