import { expect, it } from 'vitest';
import { formatCoded } from '#shared/text/catalogue.ts';
import { TAPE_GAP_TEXTS } from '#shared/text/markets/tapeGaps.ts';
import { PROBLEM } from '#test/slice/makers.ts';

it('names where trades are missing and the error of the parser', () => {
  const parameters = { problem: PROBLEM };
  expect(formatCoded(TAPE_GAP_TEXTS, { code: 'unreadableMessage', parameters })).toBe(
    'A stream message with trades cannot be parsed: Expected a price at orders[0].price, found nothing',
  );
  expect(formatCoded(TAPE_GAP_TEXTS, { code: 'unreadableHistory', parameters })).toBe(
    'Recent trades of the exchange cannot be parsed: Expected a price at orders[0].price, found nothing',
  );
});
