import { expect, it } from 'vitest';
import { parseAlertFile } from '#main/storage/alertFile.ts';
import { interruptAlert, openAlertRecord, stepAlert } from '#shared/alerts/life.ts';
import { addEntry } from '#shared/alerts/log.ts';
import { buildFingerprint } from '#shared/alerts/marketText.ts';
import { marketOf } from '#test/unit/renderer/panes/facts.ts';
import { priceAbove, termsOf } from '#test/unit/shared/alerts/makers.ts';

const fact = { code: 'spread', parameters: { crosses: 'above', level: 1, value: 2 } } as const;
const opened = openAlertRecord('a', termsOf(priceAbove(600_000)), 5);
const record = interruptAlert(stepAlert(opened, 'btc', { kind: 'value', value: 1, fact }, 6).record, 7);
const FILE = {
  version: 1,
  records: [record],
  log: addEntry([], { alertId: 'a', market: 'btc', atMs: 8, fact, gap: { fromMs: 1, toMs: 2 }, isMuted: false }),
  unseen: 1,
  muted: [null, 'Morning'],
  account: { account: '0xa', fillsUpToMs: 1, fillIds: ['f'], turned: ['one:rejected'] },
  fingerprints: { btc: buildFingerprint(marketOf('btc')) },
  watchedUntilMs: 9,
};

it('reads what it wrote', () => {
  const problems: string[] = [];
  expect(parseAlertFile(JSON.parse(JSON.stringify(FILE)), (problem) => problems.push(problem))).toEqual(FILE);
  expect(problems).toEqual([]);
});

it('omits and reports an alert and an entry that are not readable, and keeps the others', () => {
  const problems: string[] = [];
  const damaged = {
    ...FILE,
    records: [{ ...record, terms: { ...record.terms, more: 1 } }, record],
    log: [{ ...FILE.log[0], fact: {} }],
  };
  const parsed = parseAlertFile(JSON.parse(JSON.stringify(damaged)), (problem) => problems.push(problem));
  expect([parsed.records.length, parsed.log.length]).toEqual([1, 0]);
  expect(problems).toEqual([
    'Expected an alert at records.0, found other data',
    'Expected an entry at log.0, found other data',
  ]);
});

it('refuses another version', () => {
  expect(() => parseAlertFile({ ...FILE, version: 2 }, () => {})).toThrow('Expected alerts of version 1');
});
