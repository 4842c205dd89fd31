import { expect, it } from 'vitest';
import { MAX_WORKSPACE_NAME, parseWorkspaceName } from '#shared/ipc/workspaces.ts';

it('shows a workspace name as plain characters', () => {
  expect(parseWorkspaceName('  Rain \u202e2026 ')).toBe('Rain \\u202e2026');
});

it.each(['', '   ', 'x'.repeat(MAX_WORKSPACE_NAME + 1)])('refuses the name "%s"', (name) => {
  expect(() => parseWorkspaceName(name)).toThrow('Expected a name of 1 to 40 characters');
});
