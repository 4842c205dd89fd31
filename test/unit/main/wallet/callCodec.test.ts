import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { encodeFunctionData, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import type { Hex } from '#shared/units/ids.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import { abi, approve, approveAll, EXCHANGE, MAX, OWNER, STRANGER } from './testRecord.ts';

const codec = await loadCallCodec();
const dynamic = parseAbi(['function redeemPositions(address,bytes32,bytes32,uint256[])', 'function multiSend(bytes)']);
const CONDITION = `0x${'7'.repeat(64)}` as const;
const ZERO = `0x${'0'.repeat(64)}` as const;
const word = (value: bigint) => value.toString(16).padStart(64, '0');

/** The method when the arguments decode; null otherwise. */
function decodedMethod(data: Hex): string | null {
  const parsed = codec.parseCall(data);
  return parsed.at === 'decoded' ? parsed.method : null;
}

describe('parseCall', () => {
  it('decodes static arguments', () => {
    expect(codec.parseCall(approve(EXCHANGE))).toEqual({
      at: 'decoded',
      method: 'approve(address,uint256)',
      call: { functionName: 'approve', args: [formatAddress(EXCHANGE), MAX] },
    });
    expect(codec.parseCall(approveAll(EXCHANGE, false))).toMatchObject({
      call: { args: [formatAddress(EXCHANGE), false] },
    });
    const swap = encodeFunctionData({ abi, functionName: 'swapOwner', args: [EXCHANGE, OWNER, STRANGER] });
    expect(codec.parseCall(swap)).toMatchObject({
      method: 'swapOwner(address,address,address)',
      call: { args: [EXCHANGE, OWNER, STRANGER].map(formatAddress) },
    });
  });

  it('decodes dynamic arguments', () => {
    const args = [EXCHANGE, ZERO, CONDITION, [1n, 2n]] as const;
    const redeem = encodeFunctionData({ abi: dynamic, functionName: 'redeemPositions', args });
    expect(codec.parseCall(redeem)).toMatchObject({
      at: 'decoded',
      method: 'redeemPositions(address,bytes32,bytes32,uint256[])',
      call: { args: [formatAddress(EXCHANGE), ZERO, CONDITION, [1n, 2n]] },
    });
  });

  it('names unknown functions by their selector and accepts any length', () => {
    expect(codec.parseCall('0xdeadbeef')).toEqual({ at: 'unknown', selector: '0xdeadbeef' });
    expect(codec.parseCall('0x09')).toEqual({ at: 'unknown', selector: '0x09' });
    expect(codec.parseCall('0x')).toEqual({ at: 'empty' });
  });

  const good = approve(EXCHANGE);
  const bool = approveAll(EXCHANGE);
  it.each<[string, Hex]>([
    ['a trailing byte', `${good}00`],
    ['a trailing word', `${good}${'00'.repeat(32)}`],
    ['a missing byte', good.slice(0, -2) as Hex],
    ['no arguments', good.slice(0, 10) as Hex],
    ['dirty bytes before an address', `${good.slice(0, 10)}01${good.slice(12)}` as Hex],
    ['a boolean of 2', `${bool.slice(0, -1)}2` as Hex],
  ])('calls static arguments with %s malformed', (_, data) => {
    expect(codec.parseCall(data).at).toBe('malformed');
  });

  const packed = `0x${'ab'.repeat(33)}` as const;
  const batch = encodeFunctionData({ abi: dynamic, functionName: 'multiSend', args: [packed] });
  const selector = batch.slice(0, 10);
  const padded = packed.slice(2).padEnd(128, '0');
  it.each<[string, Hex]>([
    ['a trailing word', `${batch}${'00'.repeat(32)}`],
    ['a dirty byte in the padding', `${batch.slice(0, -2)}01` as Hex],
    ['missing padding', batch.slice(0, -62) as Hex],
    ['a moved offset', `${selector}${word(64n)}${word(0n)}${word(33n)}${padded}` as Hex],
    ['an offset into itself', `${selector}${word(0n)}${word(33n)}${padded}` as Hex],
    ['an offset beyond the data', `${selector}${word(1n << 200n)}${word(33n)}${padded}` as Hex],
    ['a length beyond the data', `${selector}${word(32n)}${word(MAX)}${padded}` as Hex],
  ])('calls dynamic arguments with %s malformed', (_, data) => {
    expect(decodedMethod(batch)).toBe('multiSend(bytes)');
    expect(codec.parseCall(data)).toEqual({ at: 'malformed', method: 'multiSend(bytes)' });
  });

  it('calls a list that claims more items than it has malformed', () => {
    const data = `0x${codecSelector('redeemPositions')}${word(1n)}${word(0n)}${word(0n)}${word(128n)}${word(MAX)}`;
    expect(codec.parseCall(data as Hex).at).toBe('malformed');
  });
});

function codecSelector(name: 'redeemPositions'): string {
  const args = [EXCHANGE, ZERO, CONDITION, []] as const;
  return encodeFunctionData({ abi: dynamic, functionName: name, args }).slice(2, 10);
}

describe('parseUints', () => {
  it('reads the words after any selector, and only exactly as many', () => {
    const data = `0x12345678${word(1n)}${word(2n)}${word(MAX)}` as Hex;
    expect(codec.parseUints(data, 3)).toEqual([1n, 2n, MAX]);
    for (const other of [`${data}00`, data.slice(0, -2), '0x12345678', '0x12', '0x', `${data}${word(0n)}`] as Hex[]) {
      expect(codec.parseUints(other, 3)).toBeNull();
    }
  });
});

it('is the only module that imports viem, and imports it on first use', () => {
  const folder = new URL('../../../../src/', import.meta.url);
  const importers = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => {
      const text = readFileSync(new URL(path.split(sep).join('/'), folder), 'utf8');
      const imports = text.match(/^.*(?:from|import\() ?'viem.*$/gm) ?? [];
      return imports.filter((line) => !line.startsWith('import type ')).map((line) => `${path}: ${line.trim()}`);
    });
  expect(importers).toEqual([`${['main', 'wallet', 'callCodec.ts'].join(sep)}: } = await import('viem/utils');`]);
});
