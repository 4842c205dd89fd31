import { expect, it } from 'vitest';
import { formatPaneTitle, nextPaneId } from '#renderer/shell/dock/paneIds.ts';

it('gives the first pane of a kind its name, and the next ones the first free number', () => {
  expect(nextPaneId('ladder', [])).toBe('ladder');
  expect(nextPaneId('ladder', ['ladder', 'chart-2'])).toBe('ladder-2');
  expect(nextPaneId('ladder', ['ladder', 'ladder-2', 'ladder-4'])).toBe('ladder-3');
  expect(nextPaneId('ladder', ['ladder-2'])).toBe('ladder');
});

it('puts the number into the title', () => {
  expect(formatPaneTitle('Ladder', 'ladder', 'ladder')).toBe('Ladder');
  expect(formatPaneTitle('Ladder', 'ladder', 'ladder-3')).toBe('Ladder 3');
});
