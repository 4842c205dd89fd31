/** Alerts pane header: list or log, a search in it, a new alert, and silence in this workspace. */
import { useEffect } from 'react';
import { formatFact } from '#shared/text/alerts/alerts.ts';
import { ALERTS_PANE_LABELS } from '#shared/text/alerts/alertsPaneLabels.ts';
import { act } from '../../act/bridge.ts';
import { findFrontMarket, openAlertForm } from '../../domain/alerts/alertDraft.ts';
import { registerActions } from '../../domain/keys/actions.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useWorkspaces } from '../../domain/workspaces/workspaces.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';
import { Segmented } from '../../ui/parts.tsx';
import { type AlertsTab, alertsTab, alertsTable, logTable } from './state.ts';

export function Header() {
  const [tab, setTab] = usePaneValue(alertsTab);
  const market = usePaneMarket();
  const view = useFeed([feedKey.alerts], (mirror) => mirror.alerts());
  const workspace = useWorkspaces()?.selected ?? null;
  if (view === null || view.isHidden) return null;
  const isMutedInAll = view.muted.includes(null);
  const isMuted = isMutedInAll || view.muted.includes(workspace);
  return (
    <>
      {tab === 'alerts' ? <alertsTable.Search /> : <logTable.Search />}
      <Segmented<AlertsTab>
        label="List"
        value={tab}
        onChange={setTab}
        choices={[
          { value: 'alerts', label: 'Alerts' },
          { value: 'log', label: 'Log' },
        ]}
      />
      <button
        type="button"
        className="button quiet small"
        aria-pressed={isMuted}
        title={isMuted ? ALERTS_PANE_LABELS.alertsAreLoggedWithoutSound : ALERTS_PANE_LABELS.noSoundAndNoNotification}
        onClick={() => void act('alerts.setMuted', { workspace: isMutedInAll ? null : workspace, isMuted: !isMuted })}
      >
        {isMuted ? 'Muted' : 'Mute'}
      </button>
      <button
        type="button"
        className="button small"
        onClick={() => {
          setTab('alerts');
          openAlertForm(market);
        }}
      >
        {ALERTS_PANE_LABELS.newAlert}
      </button>
    </>
  );
}

const ACTIONS = [
  {
    id: 'alerts.createAtPrice',
    title: 'New alert at the price of the market in front',
    group: 'Market',
    defaultKeys: ['Alt+A'],
    run: () => openAlertForm(findFrontMarket()),
  },
] as const;

/** Firings that nobody has looked at, in the top bar; also the actions that make an alert from anywhere. */
export function Alert() {
  const view = useFeed([feedKey.alerts], (mirror) => mirror.alerts());
  useEffect(() => registerActions(ACTIONS), []);
  const newest = view?.log[0];
  if (!view || view.unseen === 0 || newest === undefined) return null;
  return (
    <PaneAlert
      text={view.unseen === 1 ? '1 alert fired' : `${view.unseen} alerts fired`}
      short={`${view.unseen} fired`}
      title={formatFact(newest.fact)}
      onOpen={() => openPane('alerts')}
    />
  );
}

/** Number of firings that nobody has looked at. */
export function Count() {
  const unseen = useFeed([feedKey.alerts], (mirror) => mirror.alerts()?.unseen ?? 0);
  return unseen === 0 ? null : unseen;
}
