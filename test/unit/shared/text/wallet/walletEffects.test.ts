import { describe, expect, it } from 'vitest';
import type { Party, WalletEffect } from '#shared/ipc/wallet/walletCodes.ts';
import { formatDecodedCall, formatParty } from '#shared/text/wallet/walletEffects.ts';
import { parseHex32 } from '#shared/units/ids.ts';
import { parseUsd } from '#shared/units/usd.ts';

const party = (address: string, role: Party['role'] = 'other'): Party => ({ role, address });
const wallet = party('0xSafe', 'wallet');
const split = {
  contract: party('0xCtf', 'conditionalTokens'),
  collateral: party('0xUsdc', 'usdc'),
  parentCollectionId: '0x00',
  conditionId: '0x07',
  indexSets: [1n, 2n],
} as const;
const transfer = { contract: split.contract, from: wallet, to: party('0xTo'), data: '0x' } as const;
const format = (effect: WalletEffect, valueWei = 0n) => formatDecodedCall({ effect, valueWei });

it.each<[string, WalletEffect]>([
  [
    'Allows the exchange 0xEx to spend your USDC without limit',
    { code: 'approveUsdc', parameters: { spender: party('0xEx', 'exchange'), limit: null } },
  ],
  [
    'Allows the exchange 0xEx to spend your USDC up to 2.50',
    { code: 'approveUsdc', parameters: { spender: party('0xEx', 'exchange'), limit: parseUsd('2.5') } },
  ],
  [
    'Revokes the permission of the exchange 0xEx to spend your USDC',
    { code: 'revokeUsdc', parameters: { spender: party('0xEx', 'exchange') } },
  ],
  ['Allows 0xA to move all your outcome shares', { code: 'approveShares', parameters: { operator: party('0xA') } }],
  [
    'Revokes the permission of 0xA to move your outcome shares',
    { code: 'revokeShares', parameters: { operator: party('0xA') } },
  ],
  [
    'Allows 0xA to spend unlimited units of 0xT',
    { code: 'approveToken', parameters: { token: party('0xT'), spender: party('0xA'), amount: null } },
  ],
  [
    'Allows 0xA to spend 1,000 more units of 0xT',
    { code: 'increaseAllowance', parameters: { token: party('0xT'), spender: party('0xA'), amount: 1_000n } },
  ],
  [
    'Allows 0xA to move everything at 0xT',
    { code: 'approveAll', parameters: { contract: party('0xT'), operator: party('0xA') } },
  ],
  [
    'Revokes the permission of 0xA to move everything at 0xT',
    { code: 'revokeAll', parameters: { contract: party('0xT'), operator: party('0xA') } },
  ],
  [
    'Sends 12,000 units of 0xT to 0xA',
    { code: 'transfer', parameters: { token: party('0xT'), to: party('0xA'), amount: 12_000n } },
  ],
  [
    'Moves 5 units of 0xT from your wallet 0xSafe to 0xA',
    { code: 'transferFrom', parameters: { token: party('0xT'), from: wallet, to: party('0xA'), amount: 5n } },
  ],
  [
    'Moves positions 7 in amounts 5,000 of the conditional tokens 0xCtf from your wallet 0xSafe to 0xTo',
    { code: 'transferPositions', parameters: { ...transfer, ids: [7n], amounts: [5_000n] } },
  ],
  [
    'Redeems index sets 1, 2 of condition 0x07 at the conditional tokens 0xCtf, collateral USDC 0xUsdc',
    { code: 'redeemPositions', parameters: split },
  ],
  [
    'Splits 9 units into index sets 1, 2 of condition 0x07, parent collection 0x03 at the conditional tokens 0xCtf, collateral USDC 0xUsdc',
    { code: 'splitPosition', parameters: { ...split, parentCollectionId: '0x03', amount: 9n } },
  ],
  [
    'Merges 9 units of index sets 1, 2 of condition 0x07 at the conditional tokens 0xCtf, collateral USDC 0xUsdc',
    { code: 'mergePositions', parameters: { ...split, amount: 9n } },
  ],
  [
    'Makes 0xA an owner of your wallet 0xSafe and sets the threshold to 2',
    { code: 'addOwner', parameters: { wallet, owner: party('0xA'), threshold: 2n } },
  ],
  [
    'Removes your key 0xA from the owners of your wallet 0xSafe and sets the threshold to 1',
    { code: 'removeOwner', parameters: { wallet, owner: party('0xA', 'owner'), threshold: 1n } },
  ],
  [
    'Replaces 0xA by 0xB as an owner of your wallet 0xSafe',
    { code: 'replaceOwner', parameters: { wallet, owner: party('0xA'), by: party('0xB') } },
  ],
  [
    'Changes the number of signatures that your wallet 0xSafe requires to 3',
    { code: 'changeThreshold', parameters: { wallet, threshold: 3n } },
  ],
  [
    'Allows the module 0xM to act for your wallet 0xSafe without any signature',
    { code: 'enableModule', parameters: { wallet, module: party('0xM') } },
  ],
  [
    'Removes the module 0xM of your wallet 0xSafe',
    { code: 'disableModule', parameters: { wallet, module: party('0xM') } },
  ],
  [
    'Allows 0xG to decide which transactions your wallet 0xSafe may make',
    { code: 'setGuard', parameters: { wallet, guard: party('0xG') } },
  ],
  [
    'Allows 0xG to decide which module transactions your wallet 0xSafe may make',
    { code: 'setModuleGuard', parameters: { wallet, guard: party('0xG') } },
  ],
  [
    'Allows 0xH to answer for your wallet 0xSafe, including whether its signatures are valid',
    { code: 'setFallbackHandler', parameters: { wallet, handler: party('0xH') } },
  ],
  [
    'Allows 0xV to decide which signatures of your wallet 0xSafe are valid in the domain 0x0d',
    { code: 'setDomainVerifier', parameters: { wallet, verifier: party('0xV'), domain: '0x0d' } },
  ],
  [
    'Approves the transaction 0x0a of your wallet 0xSafe, whose contents are not shown',
    { code: 'approveHash', parameters: { wallet, hash: '0x0a' } },
  ],
  [
    'Executes a transaction of your wallet 0xSafe to 0xA with operation 1, value 1,000 wei and data 0x1234',
    {
      code: 'executeTransaction',
      parameters: { wallet, to: party('0xA'), value: 1_000n, data: '0x1234', operation: 1 },
    },
  ],
  ['Runs a batch through 0xM: none', { code: 'batch', parameters: { contract: party('0xM'), transactions: '0x' } }],
  [
    'Allows the session key 0x11111111… to sign orders of your wallet until 2030-01-01T00:00:00.000Z',
    {
      code: 'authoriseSessionKey',
      parameters: { x: parseHex32(`0x${'1'.repeat(64)}`), until: '2030-01-01T00:00:00.000Z' },
    },
  ],
  ['Calls 0xT without data', { code: 'callWithoutData', parameters: { target: party('0xT') } }],
  [
    'Calls the unknown function 0xdeadbeef of 0xT',
    { code: 'callUnknownFunction', parameters: { target: party('0xT'), selector: '0xdeadbeef' } },
  ],
  [
    'Calls approve(address,uint256) of 0xT with malformed arguments',
    { code: 'callMalformed', parameters: { target: party('0xT'), method: 'approve(address,uint256)' } },
  ],
])('%s', (expected, effect) => {
  expect(format(effect)).toBe(expected);
});

it('adds the coins that a call sends', () => {
  const effect: WalletEffect = { code: 'callWithoutData', parameters: { target: party('0xT') } };
  expect(format(effect, 1_500n)).toBe('Calls 0xT without data, and sends 1,500 wei');
});

it('names the role of an address', () => {
  expect(formatParty(party('0xA', 'owner'))).toBe('your key 0xA');
  expect(formatParty(party('0xA'))).toBe('0xA');
});

describe('long arguments', () => {
  it('are lists of at most eight items, and the number of the rest', () => {
    const items = Array.from({ length: 12 }, (_, index) => BigInt(index));
    const text = format({ code: 'transferPositions', parameters: { ...transfer, ids: items, amounts: [] } });
    expect(text).toContain('positions 0, 1, 2, 3, 4, 5, 6, 7 and 4 more in amounts none of');
  });

  it('are bytes up to a limit, and their number', () => {
    const data = `0x${'ab'.repeat(1_000)}` as const;
    const text = format({ code: 'batch', parameters: { contract: party('0xM'), transactions: data } });
    expect(text).toBe(`Runs a batch through 0xM: 0x${'ab'.repeat(36)}… (1,000 bytes)`);
  });
});
