import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import { loadCallCodec } from '#main/wallet/callCodec.ts';
import { encodeMultiSend, type InnerCall, parseMultiSend } from '#main/wallet/multiSend.ts';
import { type Hex, parseAddress, parseHex } from '#shared/units/ids.ts';
import vectors from '#test/fixtures/vectors/safe_tx.json' with { type: 'json' };
import { abi, address, approve, EXCHANGE } from './testRecord.ts';

const codec = await loadCallCodec();
const call: InnerCall = { operation: 0, to: address('5d'), value: 0n, data: approve(EXCHANGE) };
const wrap = (packed: Hex): Hex => encodeFunctionData({ abi, functionName: 'multiSend', args: [packed] });
const encode = (calls: readonly InnerCall[]): Hex => encodeMultiSend(calls, codec);
const callsOf = (data: Hex) => {
  const batch = parseMultiSend(data, codec);
  return batch.at === 'calls' ? batch.calls : null;
};
const faultOf = (data: Hex) => {
  const batch = parseMultiSend(data, codec);
  return batch.at === 'malformed' ? batch.fault : null;
};

it('unpacks and packs the batch of an independent program', () => {
  const row = vectors.relayer_eth_sign[0]!;
  const inner = row.inner.map((each) => ({
    operation: each.operation,
    to: parseAddress(each.to),
    value: BigInt(each.value),
    data: parseHex(each.data),
  }));
  expect(callsOf(parseHex(row.data))).toEqual(inner);
  expect(encode(inner)).toBe(row.data);
});

it('preserves value, operation and empty data', () => {
  const calls: InnerCall[] = [call, { operation: 1, to: address('11'), value: 7n, data: '0x' }];
  expect(callsOf(encode(calls))).toEqual(calls);
});

it('refuses every batch with a byte too few or too many', () => {
  const good = encode([call, call]);
  expect(callsOf(good)).toHaveLength(2);
  for (let cut = 10; cut < good.length - 2; cut += 2) {
    expect(faultOf(good.slice(0, cut) as Hex)).toBe('notCanonical');
  }
  expect(faultOf(`${good}00`)).toBe('notCanonical');
  expect(faultOf(`${good}${'00'.repeat(32)}`)).toBe('notCanonical');
});

it('refuses bytes in the padding and after the last call', () => {
  const good = encode([call]);
  expect(faultOf(`${good.slice(0, -2)}01` as Hex)).toBe('notCanonical');
  const packed = `0x${good.slice(2 + 8 + 128, 2 + 8 + 128 + (85 + 68) * 2)}` as Hex;
  expect(callsOf(wrap(packed))).toEqual([call]);
  expect(faultOf(wrap(`${packed}00`))).toBe('truncated');
  expect(faultOf(wrap(packed.slice(0, -2) as Hex))).toBe('truncated');
});

it('refuses an empty batch, a moved offset, an impossible length and another function', () => {
  expect(faultOf(wrap('0x'))).toBe('empty');
  const good = encode([call]);
  expect(faultOf(good.replace(`${'0'.repeat(62)}20`, `${'0'.repeat(62)}40`) as Hex)).toBe('notCanonical');
  const impossible = `${good.slice(0, 10 + 64)}${'f'.repeat(64)}${good.slice(10 + 128)}` as Hex;
  expect(faultOf(impossible)).toBe('notCanonical');
  const innerLength = `${good.slice(0, 10 + 128 + 106)}${'f'.repeat(64)}${good.slice(10 + 128 + 170)}` as Hex;
  expect(faultOf(innerLength)).toBe('truncated');
  expect(faultOf(approve(EXCHANGE))).toBe('otherFunction');
  expect(faultOf('0xdeadbeef')).toBe('otherFunction');
});
