import { describe, expect, it } from 'vitest';
import { needsOwnLine } from '#renderer/shell/dock/paneControls.ts';

describe('controls of a pane', () => {
  it('have a line of their own where tabs and controls do not fit beside each other', () => {
    expect(needsOwnLine(500, 200, 280, false)).toBe(false);
    expect(needsOwnLine(500, 230, 280, false)).toBe(true);
  });

  it('stay there while a counter in a tab changes by a digit', () => {
    const justFits = 500 - 280 - 4;
    expect(needsOwnLine(500, justFits, 280, false)).toBe(false);
    expect(needsOwnLine(500, justFits, 280, true)).toBe(true);
    expect(needsOwnLine(500, justFits - 6, 280, true)).toBe(false);
  });
});
