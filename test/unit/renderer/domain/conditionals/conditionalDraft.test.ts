import { beforeEach, describe, expect, it } from 'vitest';
import {
  changeKind,
  setConditionalDraft,
  startForm,
  useConditionalDrafts,
} from '#renderer/domain/conditionals/conditionalDraft.ts';
import type { MarketId } from '#shared/units/ids.ts';

const MARKET = 'm' as MarketId;

describe('a draft', () => {
  beforeEach(() => useConditionalDrafts.setState({ drafts: {} }));

  it('keeps the fields that the next kind has too', () => {
    const stop = {
      ...startForm('blue', 'stop', { trigger: '0.31', limit: '0.30', expiry: '8h' }),
      source: 'bid' as const,
    };
    expect(changeKind(stop, 'oco')).toMatchObject({
      kind: 'oco',
      direction: 'sell',
      source: 'bid',
      fields: { trigger: '0.31', limit: '0.30', expiry: '8h' },
    });
    expect(changeKind(stop, 'bracket').direction).toBe('buy');
    expect(changeKind(stop, 'trailing')).toMatchObject({ source: null, fields: { expiry: '8h' } });
  });

  it('ends when the ticket composes a limit order again', () => {
    setConditionalDraft('blue', { market: MARKET, form: startForm('blue', 'stop'), changes: null });
    expect(useConditionalDrafts.getState().drafts.blue?.form.size).toBe('all');
    setConditionalDraft('blue', null);
    expect(useConditionalDrafts.getState().drafts).toEqual({});
  });
});
