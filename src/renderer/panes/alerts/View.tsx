/** Alerts pane: every alert with its state, the log of what fired, and the form. */

import { useEffect } from 'react';
import { ALERTS_PANE_LABELS } from '#shared/text/alerts/alertsPaneLabels.ts';
import { act } from '../../act/bridge.ts';
import { closeAlertForm, editAlert, useAlertDraft } from '../../domain/alerts/alertDraft.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/marks/Banner.tsx';
import { Empty } from '../../ui/parts.tsx';
import { AlertFormView } from './AlertForm.tsx';
import { buildForm, readAlertForm } from './form.ts';
import { AlertList, AlertLog } from './lists.tsx';
import { alertsTab } from './state.ts';
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
