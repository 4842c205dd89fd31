import { expect, it } from 'vitest';
import { tellLocked } from '#renderer/shell/lockWords.ts';
import { custodyOf, walletOf } from '../panes/facts.ts';

const NOW = new Date(2026, 6, 28, 14, 2).getTime();
const atMs = new Date(2026, 6, 28, 13, 40).getTime();

it('tells when and why it was locked, from the former run where this one has not locked yet', () => {
  const custody = custodyOf({ lastLock: { atMs, why: 'Adyton quit' } });
  expect(tellLocked(walletOf({ custody }), NOW)).toBe('It was locked today 13:40: Adyton quit.');
  expect(tellLocked(walletOf({ custody, lockedWhy: 'you locked it' }), NOW)).toBe(
    'It was locked today 13:40: you locked it.',
  );
});

it('invents no lock where none is known', () => {
  expect(tellLocked(walletOf(), NOW)).toBe('Your key is sealed until you type its password.');
  expect(tellLocked(null, NOW)).toBe('Your key is sealed until you type its password.');
});
