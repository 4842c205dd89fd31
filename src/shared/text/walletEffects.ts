/**
 * Words of what a wallet call does, with every argument.
 *
 * Units       Token amounts in the smallest unit; Usd in millionths.
 */
import { groupDigits } from '../base/groupDigits.ts';
import type { DecodedCall } from '../ipc/views.ts';
import type { Party, WalletEffects } from '../ipc/walletCodes.ts';
import type { Hex } from '../units/ids.ts';
import { formatUsd } from '../units/usd.ts';
import { type Catalogue, formatCoded } from './catalogue.ts';

const ROLES: Readonly<Record<Party['role'], string>> = {
  exchange: 'the exchange ',
  conditional_tokens: 'the conditional tokens ',
  usdc: 'USDC ',
  wallet: 'your wallet ',
  owner: 'your key ',
  other: '',
};

/** Items of a list that are written out; the rest is counted. */
const MAX_ITEMS = 8;
/** Bytes of calldata that are written out; the rest is counted. */
const MAX_BYTES = 36;

export const WALLET_EFFECTS: Catalogue<WalletEffects> = {
  approve_usdc: ({ spender, limit }) =>
    `Allows ${formatParty(spender)} to spend your USDC ${limit === null ? 'without limit' : `up to ${formatUsd(limit)}`}`,
  revoke_usdc: ({ spender }) => `Revokes the permission of ${formatParty(spender)} to spend your USDC`,
  approve_shares: ({ operator }) => `Allows ${formatParty(operator)} to move all your outcome shares`,
  revoke_shares: ({ operator }) => `Revokes the permission of ${formatParty(operator)} to move your outcome shares`,
  approve_token: ({ token, spender, amount }) =>
    `Allows ${formatParty(spender)} to spend ${formatLimit(amount)} units of ${formatParty(token)}`,
  increase_allowance: ({ token, spender, amount }) =>
    `Allows ${formatParty(spender)} to spend ${formatLimit(amount)} more units of ${formatParty(token)}`,
  approve_all: ({ contract, operator }) =>
    `Allows ${formatParty(operator)} to move everything at ${formatParty(contract)}`,
  revoke_all: ({ contract, operator }) =>
    `Revokes the permission of ${formatParty(operator)} to move everything at ${formatParty(contract)}`,
  transfer: ({ token, to, amount }) =>
    `Sends ${formatUnits(amount)} units of ${formatParty(token)} to ${formatParty(to)}`,
  transfer_from: ({ token, from, to, amount }) =>
    `Moves ${formatUnits(amount)} units of ${formatParty(token)} from ${formatParty(from)} to ${formatParty(to)}`,
  transfer_positions: ({ contract, from, to, ids, amounts, data }) =>
    `Moves positions ${formatList(ids.map(String))} in amounts ${formatList(amounts.map(formatUnits))} of ` +
    `${formatParty(contract)} from ${formatParty(from)} to ${formatParty(to)}${data === '0x' ? '' : `, with data ${formatBytes(data)}`}`,
  redeem_positions: (split) => `Redeems ${formatSplit(split)}`,
  split_position: (split) => `Splits ${formatUnits(split.amount)} units into ${formatSplit(split)}`,
  merge_positions: (split) => `Merges ${formatUnits(split.amount)} units of ${formatSplit(split)}`,
  add_owner: ({ wallet, owner, threshold }) =>
    `Makes ${formatParty(owner)} an owner of ${formatParty(wallet)} and sets the threshold to ${threshold}`,
  remove_owner: ({ wallet, owner, threshold }) =>
    `Removes ${formatParty(owner)} from the owners of ${formatParty(wallet)} and sets the threshold to ${threshold}`,
  replace_owner: ({ wallet, owner, by }) =>
    `Replaces ${formatParty(owner)} by ${formatParty(by)} as an owner of ${formatParty(wallet)}`,
  change_threshold: ({ wallet, threshold }) =>
    `Changes the number of signatures that ${formatParty(wallet)} requires to ${threshold}`,
  enable_module: ({ wallet, module }) =>
    `Allows the module ${formatParty(module)} to act for ${formatParty(wallet)} without any signature`,
  disable_module: ({ wallet, module }) => `Removes the module ${formatParty(module)} of ${formatParty(wallet)}`,
  set_guard: ({ wallet, guard }) =>
    `Allows ${formatParty(guard)} to decide which transactions ${formatParty(wallet)} may make`,
  set_module_guard: ({ wallet, guard }) =>
    `Allows ${formatParty(guard)} to decide which module transactions ${formatParty(wallet)} may make`,
  set_fallback_handler: ({ wallet, handler }) =>
    `Allows ${formatParty(handler)} to answer for ${formatParty(wallet)}, including whether its signatures are valid`,
  set_domain_verifier: ({ wallet, verifier, domain }) =>
    `Allows ${formatParty(verifier)} to decide which signatures of ${formatParty(wallet)} are valid in the domain ${domain}`,
  approve_hash: ({ wallet, hash }) =>
    `Approves the transaction ${hash} of ${formatParty(wallet)}, whose contents are not shown`,
  execute_transaction: ({ wallet, to, value, data, operation }) =>
    `Executes a transaction of ${formatParty(wallet)} to ${formatParty(to)} with operation ${operation}, ` +
    `value ${formatUnits(value)} wei and data ${formatBytes(data)}`,
  batch: ({ contract, transactions }) => `Runs a batch through ${formatParty(contract)}: ${formatBytes(transactions)}`,
  authorise_session_key: ({ x, until }) =>
    `Allows the session key ${x.slice(0, 10)}… to sign orders of your wallet until ${until}`,
  call_without_data: ({ target }) => `Calls ${formatParty(target)} without data`,
  call_unknown_function: ({ target, selector }) => `Calls the unknown function ${selector} of ${formatParty(target)}`,
  call_malformed: ({ target, method }) => `Calls ${method} of ${formatParty(target)} with malformed arguments`,
};

/** The effect of one decoded call, and the coins that it sends. */
export function formatDecodedCall({ effect, valueWei }: Pick<DecodedCall, 'effect' | 'valueWei'>): string {
  const words = formatCoded(WALLET_EFFECTS, effect);
  return valueWei === 0n ? words : `${words}, and sends ${formatUnits(valueWei)} wei`;
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
}: WalletEffects['redeem_positions']): string {
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
