import { describe, expect, it } from 'vitest';
import { heightToCover } from '#renderer/panes/ticket/wholeLines.ts';

const line = (top: number) => ({ top, bottom: top + 16 });

describe('the cover of a line that has no room', () => {
  it('begins where the line that is cut begins, and is nothing between two lines', () => {
    expect(heightToCover([line(0), line(16), line(32)], 40)).toBe(8);
    expect(heightToCover([line(0), line(16), line(32)], 32)).toBe(0);
  });

  it('covers the highest of the lines that are cut, and none for a hair', () => {
    expect(heightToCover([line(20), line(30)], 40)).toBe(10);
    expect(heightToCover([line(20), { top: 10, bottom: 41 }], 40)).toBe(0);
  });

  it('has whole pixels', () => expect(heightToCover([line(30.4)], 40)).toBe(10));
});
