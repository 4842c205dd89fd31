import { describe, expect, it } from 'vitest';
import { formatUuid } from '#main/app/uuid.ts';

describe('uuid', () => {
  it('is of version 4 and of the standard variant, whatever the random bytes', () => {
    expect(formatUuid(new Uint8Array(16))).toBe('00000000-0000-4000-a000-000000000000');
    expect(formatUuid(new Uint8Array(16).fill(0xff))).toBe('ffffffff-ffff-4fff-afff-ffffffffffff');
  });
});
