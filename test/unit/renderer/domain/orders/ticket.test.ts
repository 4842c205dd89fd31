import { afterAll, beforeEach, expect, it } from 'vitest';
import { draftStore } from '#renderer/act/draft.ts';
import { fillTicket } from '#renderer/domain/orders/ticket.ts';
import { type PaneRequest, paneRequests } from '#renderer/domain/workspaces/paneRequests.ts';
import { openPaneRecord, usePanes } from '#renderer/domain/workspaces/panes.ts';
import type { MarketId } from '#shared/units/ids.ts';
import type { Price } from '#shared/units/price.ts';

const price = { market: 'market-b' as MarketId, value: 400_000 as Price };
const requests: PaneRequest[] = [];
const stop = paneRequests.on((request) => requests.push(request));
afterAll(stop);

beforeEach(() => {
  usePanes.setState({ panes: {} });
  requests.length = 0;
  openPaneRecord('ticket', { name: 'ticket', link: 'blue', settings: {} });
});

it('fills the ticket of the same colour and brings it to the front', () => {
  expect(fillTicket('blue', { price })).toBe(true);
  expect(draftStore('blue').getState().price).toEqual(price);
  expect(requests).toEqual([{ kind: 'reveal', id: 'ticket' }]);
});

it('opens a ticket for a colour without one, and leaves the others alone', () => {
  const before = draftStore('orange').getState();
  expect(fillTicket('green', { price })).toBe(true);
  expect(requests).toEqual([{ kind: 'add', name: 'ticket', link: 'green' }]);
  expect(draftStore('orange').getState()).toBe(before);
});

it('says that no ticket can follow an unlinked pane', () => {
  expect(fillTicket('pane:ladder-2', { price })).toBe(false);
  expect(requests).toEqual([]);
});
