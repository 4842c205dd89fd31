/** The event pane. */

import type { Action } from '../../domain/keys/actions.ts';
import { followMarket, linkKeyOf, marketOf } from '../../domain/workspaces/links.ts';
import { paneRecord } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { listEventMarkets } from './model.ts';
import { viewSetting, waysSetting } from './state.ts';
import { Header, View } from './View.tsx';

export default {
  name: 'event',
  title: 'Event',
  View,
  Header,
  link: 'names',
  actions: listActions,
} satisfies PaneDefinition;

/** Actions of an event pane: table or ladders, ways, the next outcome. */
function listActions(paneId: string): readonly Action[] {
  return [
    {
      id: 'event.switchView',
      title: 'Event: switch between table and ladders',
      group: 'View',
      defaultKeys: ['Alt+V'],
      run: () => viewSetting.set(paneId, viewSetting.get(paneId) === 'table' ? 'ladders' : 'table'),
    },
    {
      id: 'event.switchWays',
      title: 'Event: show or hide the cheapest ways',
      group: 'View',
      defaultKeys: ['Alt+W'],
      run: () => waysSetting.set(paneId, !waysSetting.get(paneId)),
    },
    {
      id: 'event.nextOutcome',
      title: 'Event: next outcome',
      group: 'Market',
      defaultKeys: ['Alt+ArrowDown'],
      repeats: true,
      run: () => stepOutcome(paneId, 1),
    },
    {
      id: 'event.previousOutcome',
      title: 'Event: previous outcome',
      group: 'Market',
      defaultKeys: ['Alt+ArrowUp'],
      repeats: true,
      run: () => stepOutcome(paneId, -1),
    },
  ];
}

function stepOutcome(paneId: string, by: 1 | -1): void {
  const key = linkKeyOf(paneId, paneRecord(paneId)?.link ?? 'none');
  const markets = feed.catalogue()?.markets ?? [];
  const market = markets.find((one) => one.id === marketOf(key));
  if (!market) return;
  const outcomes = listEventMarkets(markets, market);
  const next = outcomes[outcomes.indexOf(market) + by];
  if (next) followMarket(key, next.id);
}
