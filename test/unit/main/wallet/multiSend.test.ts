import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import { encodeMultiSend, type InnerCall, isMultiSend, parseMultiSend } from '#main/wallet/multiSend.ts';
import { type Hex, parseAddress, parseHex } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/safe_tx.json' with { type: 'json' };
import { abi, address, approve, EXCHANGE } from './testRecord.ts';

const call: InnerCall = { operation: 0, to: address('5d'), value: 0n, data: approve(EXCHANGE) };
const wrap = (packed: Hex): Hex => encodeFunctionData({ abi, functionName: 'multiSend', args: [packed] });

it('unpacks and packs the batch of an independent program', () => {
  const row = vectors.relayer_eth_sign[0]!;
  const inner = row.inner.map((each) => ({
    operation: each.operation,
    to: parseAddress(each.to),
    value: BigInt(each.value),
    data: parseHex(each.data),
  }));
  expect(parseMultiSend(parseHex(row.data))).toEqual(inner);
  expect(encodeMultiSend(inner)).toBe(row.data);
});

it('keeps value, operation and empty data', () => {
  const calls: InnerCall[] = [call, { operation: 1, to: address('11'), value: 7n, data: '0x' }];
  expect(parseMultiSend(encodeMultiSend(calls))).toEqual(calls);
});

it('refuses every batch that has a byte too few or too many', () => {
  const good = encodeMultiSend([call, call]);
  expect(parseMultiSend(good)).toHaveLength(2);
  for (let cut = 10; cut < good.length - 2; cut += 2) {
    expect(() => parseMultiSend(good.slice(0, cut) as Hex)).toThrow(/batch/);
  }
  expect(() => parseMultiSend(`${good}00`)).toThrow('end with its padding');
  expect(() => parseMultiSend(`${good}${'00'.repeat(32)}`)).toThrow('end with its padding');
});

it('refuses hidden bytes in the padding and after the last call', () => {
  const good = encodeMultiSend([call]);
  expect(() => parseMultiSend(`${good.slice(0, -2)}01` as Hex)).toThrow('end with its padding');
  const packed = `0x${good.slice(2 + 8 + 128, 2 + 8 + 128 + (85 + 68) * 2)}` as Hex;
  expect(parseMultiSend(wrap(packed))).toEqual([call]);
  expect(() => parseMultiSend(wrap(`${packed}00`))).toThrow('breaks off');
  expect(() => parseMultiSend(wrap(packed.slice(0, -2) as Hex))).toThrow('breaks off');
});

it('refuses an empty batch, a moved offset, an absurd length and another function', () => {
  expect(() => parseMultiSend(wrap('0x'))).toThrow('at least one call');
  const good = encodeMultiSend([call]);
  expect(() => parseMultiSend(good.replace(`${'0'.repeat(62)}20`, `${'0'.repeat(62)}40`) as Hex)).toThrow('offset');
  const absurd = `${good.slice(0, 10 + 64)}${'f'.repeat(64)}${good.slice(10 + 128)}` as Hex;
  expect(() => parseMultiSend(absurd)).toThrow('breaks off');
  expect(isMultiSend(approve(EXCHANGE))).toBe(false);
  expect(() => parseMultiSend(approve(EXCHANGE))).toThrow('another call');
});
