import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeCrash, keepMemoryOutOfDumps } from '#main/shell/crash.ts';

const CANARY = 'Canary-95-in-a-message';

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('describeCrash', () => {
  it('prints the class of an error and where it was thrown', () => {
    const words = describeCrash(thrownBy(() => JSON.parse(CANARY)));
    expect(words).toMatch(/^Adyton failed: SyntaxError\n {4}at /);
    expect(words).toContain('crash.test.ts:');
    expect(words).not.toContain('Canary');
  });

  it.each<[string, unknown]>([
    ['a message', new Error(CANARY)],
    ['a message of many lines that look like places', new Error(`x\n    at ${CANARY} (/x:1:1)\n    at /${CANARY}:1:1`)],
    ['a cause', new Error('x', { cause: new Error(CANARY) })],
    ['a name', Object.assign(new Error('x'), { name: `${CANARY} ${CANARY}` })],
    ['a stack of its own making', Object.assign(new Error('x'), { stack: `Error\n${CANARY}\n    at ${CANARY}` })],
    ['a field', Object.assign(new Error('x'), { input: CANARY })],
    ['text in the place of an error', CANARY],
    ['an object in the place of an error', { message: CANARY, stack: CANARY }],
  ])('does not repeat %s', (_what, thrown) => {
    expect(describeCrash(thrown)).not.toContain('Canary');
  });
});

describe('keepMemoryOutOfDumps', () => {
  it('excludes memory from core dumps on Linux and does nothing elsewhere', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'adyton-crash-'));
    const file = path.join(folder, 'filter');
    try {
      writeFileSync(file, '33');
      keepMemoryOutOfDumps('darwin', file);
      expect(readFileSync(file, 'utf8')).toBe('33');
      keepMemoryOutOfDumps('linux', file);
      expect(readFileSync(file, 'utf8')).toBe('0');
      expect(() => keepMemoryOutOfDumps('linux', path.join(folder, 'missing', 'filter'))).not.toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
