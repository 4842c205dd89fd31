/**
 * Words of what a wallet call does, with every argument.
 *
 * Units       Token amounts in the smallest unit; Usd in millionths.
 */

import { groupDigits } from '../../base/groupDigits.ts';
import type { DecodedCall } from '../../ipc/views.ts';
import type { Party, WalletEffects } from '../../ipc/wallet/walletCodes.ts';
import type { Hex } from '../../units/ids.ts';
import { type Catalogue, formatCoded } from '../catalogue.ts';
import { formatExactMoney } from '../numbers.ts';

const ROLES: Readonly<Record<Party['role'], string>> = {
  exchange: 'the exchange ',
  conditionalTokens: 'the conditional tokens ',
  usdc: 'USDC ',
  wallet: 'your wallet ',
  owner: 'your key ',
  other: '',
};

/** Items of a list that are written out; the rest is counted. */
const MAX_ITEMS = 8;
/** Bytes of calldata that are written out; the rest is counted. */
const MAX_BYTES = 36;

const WALLET_EFFECTS: Catalogue<WalletEffects> = {
  approveUsdc: ({ spender, limit }) =>
    `Allows ${formatParty(spender)} to spend your USDC ${limit === null ? 'without limit' : `up to ${formatExactMoney(limit)}`}`,
  revokeUsdc: ({ spender }) => `Revokes the permission of ${formatParty(spender)} to spend your USDC`,
  approveShares: ({ operator }) => `Allows ${formatParty(operator)} to move all your outcome shares`,
  revokeShares: ({ operator }) => `Revokes the permission of ${formatParty(operator)} to move your outcome shares`,
  approveToken: ({ token, spender, amount }) =>
    `Allows ${formatParty(spender)} to spend ${formatLimit(amount)} units of ${formatParty(token)}`,
  increaseAllowance: ({ token, spender, amount }) =>
    `Allows ${formatParty(spender)} to spend ${formatLimit(amount)} more units of ${formatParty(token)}`,
  approveAll: ({ contract, operator }) =>
    `Allows ${formatParty(operator)} to move everything at ${formatParty(contract)}`,
  revokeAll: ({ contract, operator }) =>
    `Revokes the permission of ${formatParty(operator)} to move everything at ${formatParty(contract)}`,
  transfer: ({ token, to, amount }) =>
    `Sends ${formatUnits(amount)} units of ${formatParty(token)} to ${formatParty(to)}`,
  transferFrom: ({ token, from, to, amount }) =>
    `Moves ${formatUnits(amount)} units of ${formatParty(token)} from ${formatParty(from)} to ${formatParty(to)}`,
  transferPositions: ({ contract, from, to, ids, amounts, data }) =>
    `Moves positions ${formatList(ids.map(String))} in amounts ${formatList(amounts.map(formatUnits))} of ` +
    `${formatParty(contract)} from ${formatParty(from)} to ${formatParty(to)}${data === '0x' ? '' : `, with data ${formatBytes(data)}`}`,
  redeemPositions: (split) => `Redeems ${formatSplit(split)}`,
  splitPosition: (split) => `Splits ${formatUnits(split.amount)} units into ${formatSplit(split)}`,
  mergePositions: (split) => `Merges ${formatUnits(split.amount)} units of ${formatSplit(split)}`,
  addOwner: ({ wallet, owner, threshold }) =>
    `Makes ${formatParty(owner)} an owner of ${formatParty(wallet)} and sets the threshold to ${threshold}`,
  removeOwner: ({ wallet, owner, threshold }) =>
    `Removes ${formatParty(owner)} from the owners of ${formatParty(wallet)} and sets the threshold to ${threshold}`,
  replaceOwner: ({ wallet, owner, by }) =>
    `Replaces ${formatParty(owner)} by ${formatParty(by)} as an owner of ${formatParty(wallet)}`,
  changeThreshold: ({ wallet, threshold }) =>
    `Changes the number of signatures that ${formatParty(wallet)} requires to ${threshold}`,
  enableModule: ({ wallet, module }) =>
    `Allows the module ${formatParty(module)} to act for ${formatParty(wallet)} without any signature`,
  disableModule: ({ wallet, module }) => `Removes the module ${formatParty(module)} of ${formatParty(wallet)}`,
  setGuard: ({ wallet, guard }) =>
    `Allows ${formatParty(guard)} to decide which transactions ${formatParty(wallet)} may make`,
  setModuleGuard: ({ wallet, guard }) =>
    `Allows ${formatParty(guard)} to decide which module transactions ${formatParty(wallet)} may make`,
  setFallbackHandler: ({ wallet, handler }) =>
    `Allows ${formatParty(handler)} to answer for ${formatParty(wallet)}, including whether its signatures are valid`,
  setDomainVerifier: ({ wallet, verifier, domain }) =>
    `Allows ${formatParty(verifier)} to decide which signatures of ${formatParty(wallet)} are valid in the domain ${domain}`,
  approveHash: ({ wallet, hash }) =>
    `Approves the transaction ${hash} of ${formatParty(wallet)}, whose contents are not shown`,
  executeTransaction: ({ wallet, to, value, data, operation }) =>
    `Executes a transaction of ${formatParty(wallet)} to ${formatParty(to)} with operation ${operation}, ` +
    `value ${formatUnits(value)} wei and data ${formatBytes(data)}`,
  batch: ({ contract, transactions }) => `Runs a batch through ${formatParty(contract)}: ${formatBytes(transactions)}`,
  authoriseSessionKey: ({ x, until }) =>
    `Allows the session key ${x.slice(0, 10)}… to sign orders of your wallet until ${until}`,
  callWithoutData: ({ target }) => `Calls ${formatParty(target)} without data`,
  callUnknownFunction: ({ target, selector }) => `Calls the unknown function ${selector} of ${formatParty(target)}`,
  callMalformed: ({ target, method }) => `Calls ${method} of ${formatParty(target)} with malformed arguments`,
};

/** The effect of one decoded call, and the coins that it sends. */
export function formatDecodedCall({ effect, valueWei }: Pick<DecodedCall, 'effect' | 'valueWei'>): string {
  const text = formatCoded(WALLET_EFFECTS, effect);
  return valueWei === 0n ? text : `${text}, and sends ${formatUnits(valueWei)} wei`;
}

export function formatParty({ role, address }: Party): string {
  return `${ROLES[role]}${address}`;
}

function formatSplit({
  contract,
  collateral,
  parentCollectionId,
  conditionId,
  indexSets,
}: WalletEffects['redeemPositions']): string {
  const parent = /^0x0*$/.test(parentCollectionId) ? '' : `, parent collection ${parentCollectionId}`;
  return (
    `index sets ${formatList(indexSets.map(String))} of condition ${conditionId}${parent} ` +
    `at ${formatParty(contract)}, collateral ${formatParty(collateral)}`
  );
}

function formatUnits(amount: bigint): string {
  return groupDigits(amount.toString());
}

function formatLimit(amount: bigint | null): string {
  return amount === null ? 'unlimited' : formatUnits(amount);
}

function formatList(items: readonly string[]): string {
  if (items.length === 0) return 'none';
  const rest = items.length - MAX_ITEMS;
  const listed = items.slice(0, MAX_ITEMS).join(', ');
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

function formatBytes(data: Hex): string {
  if (data === '0x') return 'none';
  const bytes = (data.length - 2) / 2;
  return bytes <= MAX_BYTES ? data : `${data.slice(0, 2 + 2 * MAX_BYTES)}… (${groupDigits(String(bytes))} bytes)`;
}
