/**
 * What one inner call of a set-up would do, in plain words, and whether set-up may do it: refused unless known.
 *
 * Invariants  Allowed are exactly: approve on the collateral to the exchange or the conditional tokens, and
 *             setApprovalForAll on the conditional tokens to the exchange; never with value, never DELEGATECALL.
 * Source      protocol-facts §4, Checks before any served call is signed.
 */
import type { DecodedCall } from '#shared/ipc/views.ts';
import type { WalletRecord } from '#shared/order/account.ts';
import type { Address } from '#shared/units/ids.ts';
import { formatUsd, toUsd } from '#shared/units/usd.ts';
import { formatAddress } from '#wire/eip712/address.ts';
import { type Argument, type CallData, parseCallData } from './callData.ts';
import type { InnerCall } from './multiSend.ts';

const WITHOUT_LIMIT = (1n << 256n) - 1n;
const NOT_SETUP = 'Set-up does not need this';

export function describeEffect(call: InnerCall, record: WalletRecord): DecodedCall {
  const decoded = parseCallData(call.data);
  const allowance = findAllowance(call, decoded, record);
  const refusal = findRefusal(call, allowance !== null, decoded);
  return {
    sentence: allowance ?? tellCall(call, decoded, record),
    to: call.to,
    method: decoded.signature ?? decoded.selector,
    allowed: refusal === null,
    refusal,
  };
}

function findRefusal(call: InnerCall, isAllowance: boolean, decoded: CallData): string | null {
  if (call.operation !== 0) return 'A set-up call may not run foreign code as the wallet (DELEGATECALL)';
  if (call.value !== 0n) return 'A set-up call may not send coins';
  if (isAllowance) return null;
  if (decoded.signature === 'multiSend(bytes)') return 'A batch inside a batch is refused';
  if (decoded.signature === null) return 'Adyton does not know this call';
  return NOT_SETUP;
}

/** The sentence of one of the three allowances that set-up needs; null for everything else. */
function findAllowance(call: InnerCall, decoded: CallData, record: WalletRecord): string | null {
  const [spender, second] = decoded.arguments ?? [];
  const isExchange = spender === record.exchangeAddress;
  if (
    decoded.signature === 'approve(address,uint256)' &&
    call.to === record.usdcAddress &&
    typeof second === 'bigint'
  ) {
    if (!isExchange && spender !== record.conditionalTokensAddress) return null;
    const who = nameOf(isExchange ? record.exchangeAddress : record.conditionalTokensAddress, record);
    if (second === 0n) return `Takes back the leave of ${who} to spend your USDC`;
    const limit = second === WITHOUT_LIMIT ? 'without limit' : `up to ${formatUsd(toUsd(second))}`;
    return `Lets ${who} spend your USDC ${limit}`;
  }
  if (
    decoded.signature === 'setApprovalForAll(address,bool)' &&
    call.to === record.conditionalTokensAddress &&
    isExchange
  ) {
    const who = nameOf(record.exchangeAddress, record);
    return second === true
      ? `Lets ${who} move all your outcome shares`
      : `Takes back the leave of ${who} to move your outcome shares`;
  }
  return null;
}

function tellCall(call: InnerCall, decoded: CallData, record: WalletRecord): string {
  const target = nameOf(call.to, record);
  const value = call.value === 0n ? '' : ` and sends ${call.value} wei`;
  if (call.data === '0x') return `Calls ${target} without data${value}`;
  if (decoded.signature === null) return `Calls ${decoded.selector} of ${target}${value}`;
  const sentence = decoded.arguments === null ? null : tellArguments(decoded, target, record);
  return `${sentence ?? `Calls ${decoded.signature} of ${target}`}${value}`;
}

function tellArguments(
  { signature, arguments: values }: CallData,
  target: string,
  record: WalletRecord,
): string | null {
  const [a, b, c] = (values ?? []).map((value) => show(value, record));
  switch (signature) {
    case 'approve(address,uint256)':
    case 'increaseAllowance(address,uint256)':
      return `Lets ${a} spend ${b} units of ${target}`;
    case 'setApprovalForAll(address,bool)':
      return values?.[1] === true ? `Lets ${a} move everything at ${target}` : `Takes back leave of ${a} at ${target}`;
    case 'transfer(address,uint256)':
      return `Sends ${b} units of ${target} to ${a}`;
    case 'transferFrom(address,address,uint256)':
      return `Moves ${c} units of ${target} from ${a} to ${b}`;
    case 'addOwnerWithThreshold(address,uint256)':
      return `Makes ${a} an owner of ${target}, with ${b} signatures needed`;
    case 'removeOwner(address,address,uint256)':
      return `Removes the owner ${b} of ${target}, with ${c} signatures needed`;
    case 'swapOwner(address,address,address)':
      return `Replaces the owner ${b} of ${target} by ${c}`;
    case 'changeThreshold(uint256)':
      return `Changes how many signatures ${target} needs to ${a}`;
    case 'enableModule(address)':
      return `Lets the module ${a} act for ${target} without any signature`;
    case 'disableModule(address,address)':
      return `Removes the module ${b} of ${target}`;
    case 'setGuard(address)':
    case 'setModuleGuard(address)':
      return `Lets ${a} decide which transactions ${target} may make`;
    case 'setFallbackHandler(address)':
      return `Lets ${a} answer for ${target}, also whether its signatures are valid`;
    case 'setDomainVerifier(bytes32,address)':
      return `Lets ${b} decide which signatures of ${target} are valid in one domain`;
    case 'approveHash(bytes32)':
      return `Approves a transaction of ${target} that is not shown`;
    default:
      return null;
  }
}

function show(value: Argument, record: WalletRecord): string {
  if (typeof value === 'bigint') return value === WITHOUT_LIMIT ? 'unlimited' : value.toString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value.length === 42 ? nameOf(value as Address, record) : value;
}

/** An address with the role that the wallet record gives it. */
export function nameOf(address: Address, record: WalletRecord): string {
  const text = formatAddress(address);
  switch (address) {
    case record.exchangeAddress:
      return `the exchange ${text}`;
    case record.conditionalTokensAddress:
      return `the conditional tokens ${text}`;
    case record.usdcAddress:
      return `USDC ${text}`;
    case record.proxyAddress:
      return `your wallet ${text}`;
    case record.ownerAddress:
      return `your key ${text}`;
    default:
      return text;
  }
}
