/**
 * The member's wallet: its record, and the relay that executes what its owner signed.
 *
 * Errors      Throws a Refusal 422 under the codes of docs/assumptions.md#relay-codes; a refused call keeps the nonce.
 * Source      exchange-interface, Wallet; protocol-facts §4.
 */
import { buildSetupCalls, CHAIN_ID, CONDITIONAL_TOKENS, DOMAIN_NAME, EXCHANGE, type SetupCall, USDC } from './chain.ts';
import { isAddress, isHexBytes, keccak, sameAddress, toHex, word } from './hex.ts';
import type { Member } from './members.ts';
import { Refusal } from './refusal.ts';
import { recoverSigner, type SafeTransaction, safeTxHash } from './typedData.ts';

export function encodeWallet(member: Member): Record<string, unknown> {
  const calls = buildSetupCalls(member.safe).slice(member.safeNonce);
  const ready = calls.length === 0;
  return {
    proxy_address: member.safe,
    owner_address: member.owner,
    signature_type: 2,
    exchange_address: EXCHANGE,
    conditional_tokens_address: CONDITIONAL_TOKENS,
    usdc_address: USDC,
    chain_id: CHAIN_ID,
    domain_name: DOMAIN_NAME,
    safe_setup: { ready, calls },
    safe_status: ready ? 'ready' : 'setup_required',
  };
}

/** Executes one signed wallet transaction; answers its hash. */
export function relay(member: Member, body: Readonly<Record<string, unknown>>): { tx: string } {
  const { safe, to, value, data, operation, signature } = body;
  const isWhole = typeof value === 'string' && /^\d{1,78}$/.test(value);
  if (!isAddress(safe) || !isAddress(to) || !isWhole || !isHexBytes(data) || !isHexBytes(signature)) {
    throw new Refusal(422, 'account.custody.relay_malformed');
  }
  if (operation !== 0 && operation !== 1) throw new Refusal(422, 'account.custody.relay_malformed');
  if (!sameAddress(safe, member.safe)) throw new Refusal(422, 'account.custody.relay_safe_mismatch');
  const calls = buildSetupCalls(member.safe);
  const tx: SafeTransaction = { to, value: BigInt(value), data, operation, nonce: member.safeNonce };
  const hash = safeTxHash(CHAIN_ID, member.safe, tx);
  if (!isSignedBy(member, hash, signature)) {
    const isEarly = calls.some(
      ({ nonce }) =>
        nonce !== member.safeNonce &&
        isSignedBy(member, safeTxHash(CHAIN_ID, member.safe, { ...tx, nonce }), signature),
    );
    throw new Refusal(
      422,
      isEarly ? 'account.custody.relay_nonce_out_of_order' : 'account.custody.relay_signature_rejected',
    );
  }
  const expected = calls[member.safeNonce];
  if (!expected || !isCall(expected, tx)) throw new Refusal(422, 'account.custody.relay_call_reverted');
  member.safeNonce += 1;
  if (member.safeNonce === calls.length) member.account.canSettle = true;
  return { tx: toHex(keccak(hash, word(tx.nonce))) };
}

function isSignedBy(member: Member, hash: Uint8Array, signature: string): boolean {
  const signer = recoverSigner(hash, signature);
  return signer !== null && sameAddress(signer, member.owner);
}

function isCall(expected: SetupCall, tx: SafeTransaction): boolean {
  const sameData = expected.data.toLowerCase() === tx.data.toLowerCase();
  return sameAddress(expected.to, tx.to) && sameData && tx.operation === expected.operation && tx.value === 0n;
}
