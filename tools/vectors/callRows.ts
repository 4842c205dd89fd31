/**
 * Golden calldata of the collateral and the conditional tokens: rebuilt or decoded by the wallet's own code.
 *
 * Shape       The file has no list: each call is a field, and `args` has what the calls share.
 */
import type { z } from 'zod';
import { type CallCodec, loadCallCodec, NO_PARENT } from '#main/wallet/callCodec.ts';
import { describeEffect } from '#main/wallet/effects.ts';
import { buildMoneyCall, checkMoneyCall } from '#main/wallet/moneyCalls.ts';
import type { WalletRecord } from '#shared/order/account/account.ts';
import type { WalletAction } from '#shared/order/wallet/walletAction.ts';
import { type Address, parseAddress } from '#shared/units/ids.ts';
import { rowCheck, type VectorKind } from './kind.ts';
import type { Row } from './row.ts';
import { address, fields, hex, hex32, list, text, uint } from './schemas.ts';

const call = fields({ to: text, abi: text.optional(), data: hex });
const callRow = fields({
  approve_exchange: call,
  setApprovalForAll: call,
  splitPosition: call,
  mergePositions: call,
  redeemPositions: call,
  args: fields({
    usdc: address,
    conditionId: hex32,
    partition: list(uint),
    indexSets: list(uint),
    parentCollectionId: hex32,
  }),
});
type Calls = z.output<typeof callRow>;

export const callKind: VectorKind = {
  name: 'calls of tokens',
  marks: ['approve_exchange', 'setApprovalForAll', 'splitPosition', 'mergePositions', 'redeemPositions'],
  header: rowCheck(fields({}), () => undefined),
  groups: [{ key: 'vectors', check: rowCheck(callRow, checkCalls) }],
};

/** The file names the conditional tokens by role only. */
const TOKENS = parseAddress(`0x${'c7'.repeat(20)}`);
const WALLET = parseAddress(`0x${'5a'.repeat(20)}`);
const OWNER = parseAddress(`0x${'0e'.repeat(20)}`);

const APPROVE = 'approve(address spender,uint256 amount)';
const SET_APPROVAL_FOR_ALL = 'setApprovalForAll(address operator,bool approved)';

async function checkCalls(row: Row<Calls>): Promise<void> {
  const codec = await loadCallCodec();
  const args = row.row('args');
  const usdc = args.get('usdc');
  const conditionId = args.get('conditionId');
  args.expect('parentCollectionId', hex32.parse(NO_PARENT));
  for (const key of ['partition', 'indexSets'] as const) {
    if (args.get(key).join() !== '1,2') args.fail(key, 'is not YES and NO');
  }

  const exchange = checkApproval(row.row('approve_exchange'), codec, usdc, null);
  checkApproval(row.row('setApprovalForAll'), codec, usdc, exchange);
  const contracts = { proxyAddress: WALLET, usdcAddress: usdc, conditionalTokensAddress: TOKENS, multiSend: null };
  for (const key of ['splitPosition', 'mergePositions', 'redeemPositions'] as const) {
    const each = row.row(key);
    each.expect('to', 'ctf');
    const data = each.get('data');
    const parsed = codec.parseCall(data);
    if (parsed.at !== 'decoded' || parsed.call.functionName !== key) {
      each.fail('data', `is not a call of ${key}`);
      continue;
    }
    const action: WalletAction =
      parsed.call.functionName === 'redeemPositions'
        ? { kind: 'redeem', conditionIds: [conditionId] }
        : { kind: key === 'splitPosition' ? 'split' : 'merge', conditionId, amount: findAmount(parsed.call.args) };
    each.expect('data', buildMoneyCall(action, contracts, codec).call.data);
    const fault = checkMoneyCall({ to: TOKENS, data, operation: 0 }, action, contracts, codec);
    if (fault !== null) each.fail('data', `is refused by the wallet: ${fault}`);
  }
}

/** The amount is the last argument of a split and of a merge; the file has it nowhere else. */
function findAmount(args: readonly unknown[]): bigint {
  const amount = args.at(-1);
  return typeof amount === 'bigint' ? amount : 0n;
}

/** Reads an unlimited approval as the setup does; `exchange` null: any. Returns the approved contract. */
function checkApproval(row: Row<z.output<typeof call>>, codec: CallCodec, usdc: Address, exchange: Address | null) {
  const data = row.get('data');
  const parsed = codec.parseCall(data);
  const spender = parsed.at === 'decoded' ? parsed.call.args[0] : null;
  if (typeof spender !== 'string') {
    row.fail('data', 'is not an approval');
    return null;
  }
  const approved = exchange ?? parseAddress(spender);
  const isCollateral = row.get('to') === 'usdc';
  row.expect('to', isCollateral ? 'usdc' : 'ctf');
  row.expect('abi', isCollateral ? APPROVE : SET_APPROVAL_FOR_ALL);
  const to = isCollateral ? usdc : TOKENS;
  const effect = describeEffect({ operation: 0, to, value: 0n, data }, buildRecord(approved, usdc), codec);
  const isUnlimited = effect.effect.code === 'approveUsdc' && effect.effect.parameters.limit === null;
  if (effect.refusal !== null || (effect.effect.code !== 'approveShares' && !isUnlimited)) {
    row.fail('data', 'is not the approval of a setup');
  }
  return approved;
}

function buildRecord(exchange: Address, usdc: Address): WalletRecord {
  return {
    proxyAddress: WALLET,
    ownerAddress: OWNER,
    signatureType: 2,
    exchangeAddress: exchange,
    conditionalTokensAddress: TOKENS,
    usdcAddress: usdc,
    chainId: 1,
    domainName: 'Golden calls',
    nextNonce: null,
    threshold: null,
    setupReady: false,
    setupCalls: [],
    safeStatus: 'setup_required',
  };
}
