import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Action,
  findAction,
  listActions,
  registerActions,
  setPaneActions,
  useActions,
} from '#renderer/domain/keys/actions.ts';

const action = (id: Action['id'], title: string): Action => ({
  id,
  title,
  group: 'Trading',
  defaultKeys: [],
  run: () => undefined,
});

beforeEach(() => useActions.setState({ lists: [], pane: null, ofPanes: [], marketPaneId: null }));

describe('registered actions', () => {
  it('are in force until they are removed', () => {
    const remove = registerActions([action('trading.arm', 'Arm')]);
    expect(findAction('trading.arm')?.title).toBe('Arm');
    remove();
    expect(findAction('trading.arm')).toBeNull();
  });

  it('of one id: the later one, and the earlier one again after its removal', () => {
    registerActions([action('market.search', 'First')]);
    const remove = registerActions([action('market.search', 'Second')]);
    expect(listActions().map(({ title }) => title)).toEqual(['Second']);
    remove();
    expect(listActions().map(({ title }) => title)).toEqual(['First']);
  });

  it('come after those of the pane in front', () => {
    registerActions([action('trading.arm', 'Arm'), action('ladder.centre', 'Centre any ladder')]);
    setPaneActions({ id: 'ladder', actions: [action('ladder.centre', 'Centre this ladder')] });
    expect(listActions().map(({ title }) => title)).toEqual(['Centre this ladder', 'Arm']);
    setPaneActions(null);
    expect(findAction('ladder.centre')?.title).toBe('Centre any ladder');
  });

  it('remember the pane with a market that was used last', () => {
    setPaneActions({ id: 'ladder', actions: [] }, true);
    setPaneActions({ id: 'health', actions: [] });
    expect(useActions.getState()).toMatchObject({ pane: { id: 'health' }, marketPaneId: 'ladder' });
  });
});
