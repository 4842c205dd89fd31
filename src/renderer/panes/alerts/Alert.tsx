/** Firings that nobody has looked at, in the top bar; also the actions that make an alert from anywhere. */
import { useEffect } from 'react';
import { formatFact } from '#shared/text/alerts/alerts.ts';
import { findFrontMarket, openAlertForm } from '../../domain/alerts/alertDraft.ts';
import { registerActions } from '../../domain/keys/actions.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { PaneAlert } from '../../ui/marks/PaneAlert.tsx';

const ACTIONS = [
  {
    id: 'alerts.createAtPrice',
    title: 'New alert at the price of the market in front',
    group: 'Market',
    defaultKeys: ['Alt+A'],
    run: () => openAlertForm(findFrontMarket()),
  },
] as const;

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
