import { encodeFunctionData } from 'viem';
import { expect, it } from 'vitest';
import { parseCallData } from '#main/wallet/callData.ts';
import type { Hex } from '#shared/units/ids.ts';
import { abi, approve, approveAll, EXCHANGE, MAX, OWNER, STRANGER } from './testRecord.ts';

it('decodes what an independent encoder encoded', () => {
  expect(parseCallData(approve(EXCHANGE))).toEqual({
    signature: 'approve(address,uint256)',
    selector: '0x095ea7b3',
    arguments: [EXCHANGE, MAX],
  });
  expect(parseCallData(approveAll(EXCHANGE, false)).arguments).toEqual([EXCHANGE, false]);
  const swap = encodeFunctionData({ abi, functionName: 'swapOwner', args: [EXCHANGE, OWNER, STRANGER] });
  expect(parseCallData(swap)).toMatchObject({ selector: '0xe318b52b', arguments: [EXCHANGE, OWNER, STRANGER] });
});

it('decodes nothing that would not encode back to the same bytes', () => {
  const good = approve(EXCHANGE);
  const dirtyAddress = `${good.slice(0, 10)}01${good.slice(12)}` as Hex;
  const bool = approveAll(EXCHANGE);
  for (const data of [`${good}00`, good.slice(0, -2), dirtyAddress, `${bool.slice(0, -1)}2`] as Hex[]) {
    const decoded = parseCallData(data);
    expect(decoded.signature).not.toBeNull();
    expect(decoded.arguments).toBeNull();
  }
});

it('names dynamic functions without decoding them and leaves others unknown', () => {
  const batch = encodeFunctionData({ abi, functionName: 'multiSend', args: ['0x'] });
  expect(parseCallData(batch)).toMatchObject({ signature: 'multiSend(bytes)', arguments: null });
  expect(parseCallData('0xdeadbeef')).toEqual({ signature: null, selector: '0xdeadbeef', arguments: null });
  expect(parseCallData('0x')).toEqual({ signature: null, selector: '0x', arguments: null });
});
