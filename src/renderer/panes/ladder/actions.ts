/** Actions of a ladder pane, for keys and the palette. */
import type { Action } from '../../domain/actions.ts';
import { controllerOf } from './controllers.ts';
import { followsMiddle, sideSetting } from './state.ts';

/** The keys at the price cursor (Enter, Delete, M) belong to the rows themselves, which must have the focus. */
export function listActions(paneId: string): readonly Action[] {
  const blockedBy = (): string | null =>
    controllerOf(paneId) === null ? 'This ladder is not on screen or shows no market' : null;
  return [
    {
      id: 'ladder.centre',
      title: 'Centre the ladder',
      group: 'Market',
      defaultKeys: ['C'],
      blockedBy,
      run: () => controllerOf(paneId)?.centre(),
    },
    {
      id: 'ladder.follow',
      title: 'Follow the middle of the book, or stop',
      group: 'Market',
      defaultKeys: ['L'],
      run: () => followsMiddle.set(paneId, !followsMiddle.get(paneId)),
    },
    {
      id: 'ladder.outcome',
      title: 'Show the other outcome on the ladder',
      group: 'Market',
      defaultKeys: ['Y'],
      run: () => sideSetting.set(paneId, sideSetting.get(paneId) === 'yes' ? 'no' : 'yes'),
    },
  ];
}
