import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseTourArguments, TOURED } from '../../../../src/cli/tour/arguments.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

it('tours every specification and every pane by default', () => {
  expect(parseTourArguments([])).toEqual({ specifications: TOURED, panes: null });
});

it('knows specifications that exist', () => {
  expect(TOURED.filter((name) => !existsSync(path.join(root, `test/app/${name}.spec.ts`)))).toEqual([]);
});

it('is limited to specifications', () => {
  expect(parseTourArguments(['event', 'chart'])).toEqual({ specifications: ['event', 'chart'], panes: null });
});

it('is limited to panes, which one specification shows', () => {
  expect(parseTourArguments(['--pane', 'Orders', '--pane', 'Fills'])).toEqual({
    specifications: ['fits'],
    panes: ['Orders', 'Fills'],
  });
  expect(parseTourArguments(['risk', '--pane', 'Risk'])).toEqual({ specifications: ['risk'], panes: ['Risk'] });
});

it('says which specification is not known', () => {
  expect(() => parseTourArguments(['events'])).toThrow(/^Expected one of trade, .*, found “events”$/);
  expect(() => parseTourArguments(['--panes', 'Orders'])).toThrow(/Unknown option '--panes'/);
});
