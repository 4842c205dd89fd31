import { describe, expect, it } from 'vitest';
import { measureDepth } from '#shared/base/jsonDepth.ts';

describe('measureDepth', () => {
  it('counts brackets outside strings only', () => {
    expect(measureDepth('"[[[["')).toBe(0);
    expect(measureDepth('["\\"[[", {"a": []}]')).toBe(3);
    expect(measureDepth('[][][]')).toBe(1);
  });
});
