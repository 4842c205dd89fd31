import { expect, it } from 'vitest';
import { type CheckDeclaration, ELECTRON_CHECKS, listChecks, summarizeChecks } from '#shared/text/electronChecks.ts';

it('lists the checks of a place in the order of their declarations', () => {
  const ids = Object.keys(ELECTRON_CHECKS);
  for (const place of ['electron', 'chromium', 'health'] as const) {
    const listed = listChecks(place);
    expect(listed.length).toBeGreaterThan(10);
    expect(listed).toEqual(ids.filter((id) => (listed as readonly string[]).includes(id)));
  }
  // What needs a page of its own, a new vault or another window is not run from a terminal in use.
  expect(listChecks('health').filter((id) => /^(page|window|trade|port|child)\./.test(id))).toEqual([]);
});

it('are each declared for a person, with a source', () => {
  for (const [id, { what, source, where }] of Object.entries<CheckDeclaration>(ELECTRON_CHECKS)) {
    expect([id, what, source]).toEqual([
      id,
      expect.stringMatching(/^[A-Z0-9A-Za-z].*[^.]$/),
      expect.stringMatching(/^(https:|docs\/|package\.json)/),
    ]);
    expect(where.length).toBeGreaterThan(0);
  }
});

it('are summarized in a few words', () => {
  expect(summarizeChecks([{ verdict: 'passed' }, { verdict: 'passed' }])).toBe('All 2 passed');
  expect(summarizeChecks([{ verdict: 'passed' }, { verdict: 'failed' }])).toBe('1 failed of 2');
});
