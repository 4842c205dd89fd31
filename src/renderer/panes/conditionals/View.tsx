/** Conditionals pane: every conditional order with its state, what watches it and its steps; those that need an answer first. */
import './conditionals.css';
import { useMemo, useState } from 'react';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import { CONDITIONALS_PANE_LABELS } from '#shared/text/conditionals/conditionalsPaneLabels.ts';
import { describeTerms, describeWorst, nameKind } from '#shared/text/conditionals/conditionalTerms.ts';
import { useAbsence } from '../../domain/account/accountStatus.ts';
import { answerConditional, dismissUnreadable } from '../../domain/conditionals/conditionalActs.ts';
import { openConditionalDraft } from '../../domain/conditionals/conditionalDraft.ts';
import { readForm } from '../../domain/conditionals/conditionalFormOf.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { useListing } from '../../domain/markets/markets.ts';
import { NO_TICKET } from '../../domain/orders/ticket.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane } from '../../domain/workspaces/panes.ts';
import { feed, useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountNotices, ReadOnlyNotice } from '../../tablePane/AccountNotices.tsx';
import { useToday } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty } from '../../ui/parts.tsx';
import { buildColumns } from './columns.tsx';
import { Detail } from './Detail.tsx';
import { filterConditionals } from './filter.ts';
import { describeHalt, sortConditionals } from './model.ts';
import { conditionalsTable } from './table.ts';

const NONE: readonly ConditionalView[] = [];

export function View() {
  const view = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals());
  const absence = useAbsence('conditional orders');
  const markets = useListing();
  const { linkKey } = usePane();
  const { values } = conditionalsTable.useFilters();
  const [openId, setOpenId] = useState<ConditionalId | null>(null);
  const [answeredId, setAnswered] = useState<ConditionalId | null>(null);
  const all = view?.conditionals ?? NONE;
  const rows = useMemo(() => sortConditionals(filterConditionals(all, values, markets)), [all, values, markets]);
  const protections = view?.protections;
  const todayMs = useToday();
  const columns = useMemo(
    () =>
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
    [markets, protections, linkKey, todayMs],
  );
  const detailed = all.find(({ id }) => id === openId);
  const answered = all.find(({ id, life }) => id === answeredId && life.at === 'halted');
  return (
    <div className="conditionals">
      <conditionalsTable.View
        columns={columns}
        rows={rows}
        all={all.length}
        onOpen={({ id }) => setOpenId(id)}
        notices={
          <>
            <Unreadable ids={view?.unreadable ?? []} />
            <AccountNotices effect="What is shown may have changed since." />
            <ReadOnlyNotice />
          </>
        }
        absence={absence}
        locked={view?.isHidden === true ? CONDITIONALS_PANE_LABELS.conditionalOrdersShowWhen : null}
        noMatch={CONDITIONALS_PANE_LABELS.noConditionalOrderMatches}
        nothing={<NoConditionals />}
      />
      {detailed ? (
        <Detail view={detailed} markets={markets} protections={protections ?? []} onClose={() => setOpenId(null)} />
      ) : null}
      {answered ? <AnswerDialog view={answered} onClose={() => setAnswered(null)} /> : null}
    </div>
  );
}

function NoConditionals() {
  const key = useKeyLabel('view.palette');
  const typed = key === '' ? '' : `, or press ${key} and type “stop sell yes all @ 0.31 limit 0.30”`;
  return (
    <Empty
      what={CONDITIONALS_PANE_LABELS.noConditionalOrders}
      how={CONDITIONALS_PANE_LABELS.newOrTheTypeInThe(typed)}
    />
  );
}

/** Dialog of a conditional order that halted: why, and whether it goes on or ends. */
function AnswerDialog(props: { readonly view: ConditionalView; readonly onClose: () => void }) {
  const { view, onClose } = props;
  const { terms } = view;
  const [isBusy, setBusy] = useState(false);
  const answer = async (chosen: 'resume' | 'end'): Promise<void> => {
    setBusy(true);
    const report = await answerConditional(view, chosen);
    setBusy(false);
    if (report) useOverlay.getState().report(report);
    onClose();
  };
  return (
    <Dialog title={CONDITIONALS_PANE_LABELS.needsAnAnswer(nameKind(terms.kind))} busy={isBusy} onClose={onClose}>
      <p className="conditionals-halt">{describeHalt(view)}</p>
      <ul className="conditionals-terms">
        {[...describeTerms(terms, Date.now() + (feed.clockOffsetMs() ?? 0), nameMarket), describeWorst(terms)].map(
          (sentence) => (
            <li key={sentence}>{sentence}</li>
          ),
        )}
      </ul>
      <p>{CONDITIONALS_PANE_LABELS.goingOnWatchesItAgainFrom}</p>
      <footer>
        <button type="button" className="button" disabled={isBusy} onClick={onClose}>
          {CONDITIONALS_PANE_LABELS.notNow}
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void answer('end')}>
          {CONDITIONALS_PANE_LABELS.endIt}
        </button>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void answer('resume')}>
          {CONDITIONALS_PANE_LABELS.letItGoOn}
        </button>
      </footer>
    </Dialog>
  );
}

/** Banner over the rows: stored conditional orders that cannot be read, until a person removes them. */
function Unreadable(props: { readonly ids: readonly ConditionalId[] }) {
  const { ids } = props;
  if (ids.length === 0) return null;
  const remove = async (): Promise<void> => {
    const report = await dismissUnreadable(ids);
    if (report !== null) useOverlay.getState().report(report);
  };
  return (
    <div className="banner bad conditionals-unreadable" role="alert">
      <span>
        {ids.length === 1
          ? CONDITIONALS_PANE_LABELS.aStoredConditionalOrder
          : CONDITIONALS_PANE_LABELS.storedConditionalOrders(ids.length)}{' '}
        {CONDITIONALS_PANE_LABELS.cannotBeReadAnd} {ids.length === 1 ? 'does' : 'do'}{' '}
        {CONDITIONALS_PANE_LABELS.nothingLookInOrdersForWhat}
      </span>
      <button type="button" className="button small" onClick={() => void remove()}>
        Remove
      </button>
    </div>
  );
}
