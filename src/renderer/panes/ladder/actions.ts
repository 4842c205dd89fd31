/** Actions of a ladder pane, for keys and the palette. */

import type { Action } from '../../domain/keys/actions.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { linkKeyOf } from '../../domain/workspaces/links.ts';
import { paneRecord } from '../../domain/workspaces/panes.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { controllerOf } from './controllers.ts';
import { applyPreset } from './Sizes.tsx';
import { followsMiddle, presetsSetting, sideSetting } from './state.ts';

/** The keys at the price cursor (Enter, Delete, M) belong to the rows themselves, which must have the focus. */
export function listActions(paneId: string): readonly Action[] {
  const blockedBy = (): string | null =>
    controllerOf(paneId) === null ? 'This ladder is not on screen or shows no market' : null;
  /** As a click on a price: it places only what an armed click would place, with the ticket's size. */
  const buildTrade = (
    name: string,
    title: string,
    column: 'bid' | 'ask',
    best: 'bid' | 'ask',
    key: string,
  ): Action => ({
    id: `ladder.${name}`,
    title,
    group: 'Trading',
    defaultKeys: [key],
    blockedBy,
    run() {
      if (controllerOf(paneId)?.clickBest(column, best) !== false) return;
      useOverlay.getState().notify('warn', 'Nothing was sent', `The book has no ${best} now.`, attemptOf('place'));
    },
  });
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
      id: 'ladder.stop',
      title: 'Stop at the price of the ladder’s cursor or pointer…',
      group: 'Trading',
      defaultKeys: ['S'],
      blockedBy,
      run() {
        if (controllerOf(paneId)?.openStop() !== false) return;
        const detail = 'Point at a price, or put the cursor on one with the arrow keys.';
        useOverlay.getState().notify('warn', 'No price for the stop', detail, attemptOf('stop'));
      },
    },
    {
      id: 'ladder.close',
      title: 'Prepare the closing order at the price of the ladder’s cursor or pointer',
      group: 'Trading',
      defaultKeys: [],
      blockedBy,
      run() {
        if (controllerOf(paneId)?.prepareClose() !== false) return;
        const detail = 'Point at a price, or put the cursor on one with the arrow keys.';
        useOverlay.getState().notify('warn', 'No price for the closing order', detail, attemptOf('close'));
      },
    },
    buildTrade('joinBid', 'Buy at the best bid of the ladder', 'bid', 'bid', 'Alt+B'),
    buildTrade('liftAsk', 'Buy at the best ask of the ladder', 'bid', 'ask', 'Alt+Shift+B'),
    buildTrade('joinAsk', 'Sell at the best ask of the ladder', 'ask', 'ask', 'Alt+S'),
    buildTrade('hitBid', 'Sell at the best bid of the ladder', 'ask', 'bid', 'Alt+Shift+S'),
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
    ...presetsSetting.get(paneId).map((preset, at) => ({
      id: `ladder.size${at + 1}` as const,
      title: `Size ${at + 1} of the ladder`,
      group: 'Trading' as const,
      defaultKeys: [`${at + 1}`],
      run: () => {
        const now = presetsSetting.get(paneId)[at] ?? preset;
        applyPreset(linkKeyOf(paneId, paneRecord(paneId)?.link ?? 'none'), now);
      },
    })),
  ];
}
