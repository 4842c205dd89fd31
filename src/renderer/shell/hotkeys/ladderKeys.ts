/**
 * Trading keys of the ladder from other panes: they act on the ladder that has the market of the pane in front.
 *
 * Invariants  A key that can't act says why. The ladder in front has its own actions, which come before these.
 */

import { findTradedGroup } from '../../domain/exits/tradedGroup.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { linkKeyOf } from '../../domain/workspaces/links.ts';
import { usePanes } from '../../domain/workspaces/panes.ts';
import type { PaneDefinition } from '../../ui/pane.ts';
import { NO_MARKET } from '../exits/actions.ts';

const NO_LADDER = 'No ladder of this window has the link colour of the pane in front.';

/** The trading actions of a ladder, each for the ladder that is found when its key is pressed. */
export function listLadderKeys(ladder: Pick<PaneDefinition, 'name' | 'actions'>): readonly Action[] {
  const actionsOf = (paneId: string): readonly Action[] => ladder.actions?.(paneId) ?? [];
  const find = (id: Action['id']): Action | string => {
    const group = findTradedGroup();
    if (group === null) return NO_MARKET;
    const ladders = Object.entries(usePanes.getState().panes).flatMap(([paneId, { name, link }]) =>
      name === ladder.name && linkKeyOf(paneId, link) === group
        ? (actionsOf(paneId).find((action) => action.id === id) ?? [])
        : [],
    );
    return ladders.find((action) => (action.blockedBy?.() ?? null) === null) ?? ladders[0] ?? NO_LADDER;
  };
  return actionsOf(ladder.name)
    .filter(({ group }) => group === 'Trading')
    .map((action) => ({
      ...action,
      blockedBy() {
        const found = find(action.id);
        return typeof found === 'string' ? found : (found.blockedBy?.() ?? null);
      },
      run() {
        const found = find(action.id);
        if (typeof found !== 'string') found.run();
      },
    }));
}
