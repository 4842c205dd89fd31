/** Alerts pane: the table of alerts with their states, the log of what fired, and the form. */
import { useEffect, useMemo } from 'react';
import type { AlertTerms } from '#shared/alerts/alert.ts';
import type { AlertLogEntry } from '#shared/alerts/log.ts';
import type { AlertView } from '#shared/alerts/view.ts';
import type { Market } from '#shared/market/market.ts';
import {
  formatCondition,
  formatEntryNote,
  formatFact,
  formatRepeat,
  formatStatus,
} from '#shared/text/alerts/alerts.ts';
import { ALERTS_PANE_LABELS } from '#shared/text/alerts/alertsPaneLabels.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { formatDateTime, formatDay, formatTime, formatTimeOrDay } from '#shared/text/times.ts';
import type { MarketId } from '#shared/units/ids.ts';
import { act } from '../../act/bridge.ts';
import { closeAlertForm, editAlert, useAlertDraft } from '../../domain/alerts/alertDraft.ts';
import { useKeyLabel } from '../../domain/keys/hotkeys.ts';
import { NO_MARKETS } from '../../domain/markets/markets.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { followMarket } from '../../domain/workspaces/links.ts';
import { usePane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { useToday } from '../../ui/clock.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { Empty, MarketLink } from '../../ui/parts.tsx';
import type { TableColumn } from '../../ui/table/DataTable.tsx';
import { AlertFormView } from './AlertForm.tsx';
import { filterAlerts, filterLog } from './filter.ts';
import { buildForm, readAlertForm } from './form.ts';
import { nameMarket, nameScope } from './names.ts';
import { alertsTab, alertsTable, logTable } from './state.ts';
import './alerts.css';

export function View() {
  const view = useFeed([feedKey.alerts], (mirror) => mirror.alerts());
  const [tab] = usePaneValue(alertsTab);
  const { draft, editedId } = useAlertDraft();
  const unseen = view?.unseen ?? 0;
  useEffect(() => {
    // What is on screen has been looked at.
    if (tab === 'log' && unseen > 0) void act('alerts.markSeen', {});
  }, [tab, unseen]);
  if (view === null) return <Empty what={ALERTS_PANE_LABELS.waitingForAlerts} />;
  if (view.isHidden) return <Empty what="Locked" how={ALERTS_PANE_LABELS.alertsAreWatchedMeanwhileUnlock} />;
  const edited = view.alerts.find(({ id }) => id === editedId) ?? null;
  return (
    <div className="alerts">
      {view.isStored ? null : (
        <Banner
          tone="bad"
          text="The alerts could not be stored: check free space and permissions of the folder. They are watched until Adyton closes."
        />
      )}
      {draft !== null ? (
        <AlertFormView
          key={JSON.stringify(draft)}
          id={null}
          market={draft.market}
          initial={() => buildForm(draft.level)}
          onClose={closeAlertForm}
        />
      ) : edited !== null ? (
        <AlertFormView
          key={edited.id}
          id={edited.id}
          market={edited.terms.scope.kind === 'market' ? edited.terms.scope.market : null}
          eventId={edited.terms.scope.kind === 'event' ? edited.terms.scope.eventId : null}
          initial={(exchangeTimeMs) => readAlertForm(edited.terms, exchangeTimeMs)}
          onClose={closeAlertForm}
        />
      ) : null}
      {tab === 'alerts' ? <AlertList alerts={view.alerts} onEdit={editAlert} /> : <AlertLog log={view.log} />}
    </div>
  );
}

type IdCommand = 'alerts.remove' | 'alerts.rearm';

async function send(command: IdCommand | 'pause' | 'resume', id: string): Promise<void> {
  const result =
    command === 'pause' || command === 'resume'
      ? await act('alerts.setPaused', { id, isPaused: command === 'pause' })
      : await act(command, { id });
  const { notify, endAttempt } = useOverlay.getState();
  if (result.ok) endAttempt('alert');
  else notify('bad', 'The alert was not changed', formatBridgeError(result.error), attemptOf('alert'));
}

function AlertList(props: { readonly alerts: readonly AlertView[]; readonly onEdit: (id: string) => void }) {
  const { linkKey } = usePane();
  const { text: query } = alertsTable.useFilters().values;
  const todayMs = useToday();
  const { onEdit } = props;
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const key = useKeyLabel('alerts.createAtPrice');
  const columns = useMemo(
    () => buildColumns(markets, todayMs, onEdit, (market) => followMarket(linkKey, market)),
    [markets, todayMs, onEdit, linkKey],
  );
  const { alerts } = props;
  const found = useMemo(() => filterAlerts(alerts, query, markets, todayMs), [alerts, query, markets, todayMs]);
  return (
    <alertsTable.View
      columns={columns}
      rows={found}
      all={alerts.length}
      onOpen={({ id }) => onEdit(id)}
      noMatch={ALERTS_PANE_LABELS.noAlertMatchesSearch}
      nothing={
        <Empty
          what={ALERTS_PANE_LABELS.noAlertsYet}
          how={`New alert${key === '' ? '' : `, or ${key},`} makes one at the price of the market in front.`}
        />
      }
    />
  );
}

function buildColumns(
  markets: readonly Market[],
  todayMs: number,
  onEdit: (id: string) => void,
  follow: (market: MarketId) => void,
): readonly TableColumn<AlertView>[] {
  return [
    {
      id: 'scope',
      header: 'Market',
      width: 130,
      cell: ({ terms }) => <Scope terms={terms} markets={markets} onFollow={follow} />,
      sortBy: ({ terms }) => nameScope(terms, markets),
    },
    {
      id: 'condition',
      header: 'Fires when',
      width: 206,
      takesRest: true,
      className: 'alerts-condition',
      cell: ({ terms }) => formatCondition(terms.condition),
      sortBy: ({ terms }) => formatCondition(terms.condition),
    },
    {
      id: 'status',
      header: 'State',
      width: 230,
      className: ({ status }) => `alerts-${status.at}`,
      title: ({ status }) => formatStatus(status, todayMs),
      cell: ({ status }) => formatStatus(status, todayMs),
      sortBy: ({ status }) => formatStatus(status, todayMs),
    },
    {
      id: 'repeat',
      header: 'Repeats',
      width: 116,
      className: 'secondary',
      title: ({ terms }) =>
        terms.expiresAtMs === null
          ? formatRepeat(terms.repeat)
          : `Expires ${formatDateTime(terms.expiresAtMs, Date.now())}`,
      cell: ({ terms }) => formatRepeat(terms.repeat),
      sortBy: ({ terms }) => formatRepeat(terms.repeat),
    },
    {
      id: 'fired',
      header: 'Fired',
      width: 44,
      align: 'right',
      className: 'mono',
      cell: ({ fired }) => fired,
      sortBy: ({ fired }) => fired,
    },
    {
      id: 'act',
      header: 'Actions',
      isHeaderHidden: true,
      width: 196,
      cell: (alert) => <Acts alert={alert} onEdit={onEdit} />,
    },
  ];
}

function Scope(props: {
  readonly terms: AlertTerms;
  readonly markets: readonly Market[];
  readonly onFollow: (market: MarketId) => void;
}) {
  const name = nameScope(props.terms, props.markets);
  const { scope } = props.terms;
  if (scope.kind !== 'market') return <span title={name}>{name}</span>;
  return <MarketLink name={name} title={name} onFollow={() => props.onFollow(scope.market)} />;
}

function Acts({ alert, onEdit }: { readonly alert: AlertView; readonly onEdit: (id: string) => void }) {
  const { id, status, terms } = alert;
  const name = formatCondition(terms.condition);
  const isOver = status.at === 'fired' || status.at === 'expired';
  const isPaused = status.at === 'paused';
  const command = isOver ? 'alerts.rearm' : isPaused ? 'resume' : 'pause';
  const label = isOver ? 'Arm again' : isPaused ? 'Resume' : 'Pause';
  return (
    <span className="alerts-acts">
      <button
        type="button"
        className="button quiet small"
        aria-label={`${label}: ${name}`}
        onClick={() => void send(command, id)}
      >
        {label}
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={ALERTS_PANE_LABELS.edit(name)}
        onClick={() => onEdit(id)}
      >
        Edit…
      </button>
      <button
        type="button"
        className="button quiet small"
        aria-label={ALERTS_PANE_LABELS.remove(name)}
        onClick={() => void send('alerts.remove', id)}
      >
        Remove
      </button>
    </span>
  );
}

function AlertLog({ log }: { readonly log: readonly AlertLogEntry[] }) {
  const { linkKey } = usePane();
  const { text: query } = logTable.useFilters().values;
  const todayMs = useToday();
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? NO_MARKETS);
  const found = useMemo(() => filterLog(log, query, markets, todayMs), [log, query, markets, todayMs]);
  const columns = useMemo((): readonly TableColumn<AlertLogEntry>[] => {
    return [
      {
        id: 'time',
        header: 'Time',
        width: 80,
        className: 'mono',
        title: ({ atMs }) => `${formatDay(atMs)}, ${formatTime(atMs)}`,
        cell: ({ atMs }) => formatTimeOrDay(atMs, todayMs),
      },
      {
        id: 'market',
        header: 'Market',
        width: 190,
        cell: ({ market }) => {
          const name = nameMarket(market, markets);
          return market === null ? (
            ''
          ) : (
            <MarketLink name={name} title={name} onFollow={() => followMarket(linkKey, market as MarketId)} />
          );
        },
      },
      {
        id: 'fact',
        header: 'What fired',
        width: 300,
        title: ({ fact }) => formatFact(fact),
        cell: ({ fact }) => formatFact(fact),
      },
      {
        id: 'note',
        header: 'Note',
        width: 200,
        takesRest: true,
        className: 'secondary',
        title: (entry) => formatEntryNote(entry, todayMs),
        cell: (entry) => formatEntryNote(entry, todayMs),
      },
    ];
  }, [markets, todayMs, linkKey]);
  return (
    <logTable.View
      columns={columns}
      rows={found}
      all={log.length}
      beside={
        log.length === 0 ? null : (
          <button type="button" className="button quiet small" onClick={() => void act('alerts.clearLog', {})}>
            {ALERTS_PANE_LABELS.clearLog}
          </button>
        )
      }
      noMatch={ALERTS_PANE_LABELS.noFiringMatchesSearch}
      nothing={<Empty what={ALERTS_PANE_LABELS.nothingHasFiredYet} how={ALERTS_PANE_LABELS.eachFiringIsOneLine} />}
    />
  );
}
