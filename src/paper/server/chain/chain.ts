/** The paper exchange's chain: fixed addresses, order domain, wallet addresses and setup calls. */
import { toNumber } from '#shared/units/numbers.ts';
import { addressWord, bytesToBig, checksumAddress, fromHex, keccak, toHex, word } from './hex.ts';
import { safeTxHash } from './typedData.ts';

/** Chain id of local test chains: signatures for it are invalid on every public chain. */
export const CHAIN_ID = 31_337;
/** Version of the order domain: docs/assumptions.md#domain-version. */
export const DOMAIN_VERSION = '1';
export const DOMAIN_NAME = 'Adyton Paper Exchange';
/** Name of the order domain during the fault `domain_change`. */
export const OTHER_DOMAIN_NAME = 'Adyton Paper Exchange 2';

const inventAddress = (name: string): string =>
  checksumAddress(toHex(keccak(Buffer.from(`adyton paper ${name}`, 'utf8')).subarray(12)));

export const EXCHANGE = inventAddress('exchange');
export const CONDITIONAL_TOKENS = inventAddress('conditional tokens');
export const USDC = inventAddress('usdc');
export const ORACLE = inventAddress('oracle');
/** Invented handler that checks session-key signatures: docs/assumptions.md#session-key-calls. */
export const SESSION_HANDLER = inventAddress('session handler');
const SAFE_FACTORY = inventAddress('safe factory');
const SAFE_CODE_HASH = keccak(Buffer.from('adyton paper safe code', 'utf8'));

const APPROVE = '0x095ea7b3';
const SET_APPROVAL_FOR_ALL = '0xa22cb465';
const WITHOUT_LIMIT = (1n << 256n) - 1n;
/** MultiSendCallOnly 1.4.1 at its public address: the only batch contract that wallets accept. */
export const MULTI_SEND = '0x9641d764fc13c8B624c04430C7356C1C7C8102e2';
const MULTI_SEND_SELECTOR = '0x8d80ff0a';

/** Wallet address of an owner, deterministic (CREATE2 with the owner as salt). */
export function safeOf(owner: string): string {
  const hash = keccak(Buffer.from([0xff]), fromHex(SAFE_FACTORY), keccak(addressWord(owner)), SAFE_CODE_HASH);
  return checksumAddress(toHex(hash.subarray(12)));
}

/** Address of the signer contract that owns a passkey's wallet. */
export function passkeySignerOf(owner: string): string {
  return checksumAddress(toHex(keccak(Buffer.from('adyton paper passkey', 'utf8'), addressWord(owner)).subarray(12)));
}

export interface WalletCall {
  readonly to: string;
  readonly data: string;
  readonly operation: 0 | 1;
}

export interface SetupCall extends WalletCall {
  readonly nonce: number;
  readonly hash: string;
}

/** Approvals required for trading, each with its bit. */
export const APPROVALS: readonly { readonly bit: number; readonly call: WalletCall }[] = [
  { to: USDC, data: encodeCall(APPROVE, addressWord(EXCHANGE), word(WITHOUT_LIMIT)) },
  { to: USDC, data: encodeCall(APPROVE, addressWord(CONDITIONAL_TOKENS), word(WITHOUT_LIMIT)) },
  { to: CONDITIONAL_TOKENS, data: encodeCall(SET_APPROVAL_FOR_ALL, addressWord(EXCHANGE), word(1)) },
].map((call, at) => ({ bit: 1 << at, call: { ...call, operation: 0 } }));

/** Remaining setup calls at consecutive nonces from the wallet's next: single calls, or one batch. */
export function buildSetupCalls(safe: string, approvals: number, nonce: number, isBatch: boolean): SetupCall[] {
  const calls = APPROVALS.filter(({ bit }) => (approvals & bit) === 0).map(({ call }) => call);
  return numberCalls(safe, isBatch && calls.length > 0 ? [encodeBatch(calls)] : calls, nonce);
}

/** Adds nonces and SafeTx hashes to calls. */
export function numberCalls(safe: string, calls: readonly WalletCall[], firstNonce: number): SetupCall[] {
  return calls.map((call, at) => {
    const nonce = firstNonce + at;
    return { ...call, nonce, hash: toHex(safeTxHash(CHAIN_ID, safe, { ...call, value: 0n, nonce })) };
  });
}

/** Encodes one DELEGATECALL of `multiSend(bytes)`. */
export function encodeBatch(calls: readonly WalletCall[]): WalletCall {
  const packed = Buffer.concat(
    calls.map(({ to, data, operation }) => {
      const bytes = fromHex(data);
      return Buffer.concat([Buffer.from([operation]), fromHex(to), word(0), word(bytes.length), bytes]);
    }),
  );
  const padding = Buffer.alloc((32 - (packed.length % 32)) % 32);
  const body = Buffer.concat([word(32), word(packed.length), packed, padding]);
  return { to: MULTI_SEND, data: MULTI_SEND_SELECTOR + body.toString('hex'), operation: 1 };
}

/** Decodes a batch, or null when the bytes are malformed. */
export function decodeBatch(data: string): { readonly value: bigint; readonly call: WalletCall }[] | null {
  if (!data.startsWith(MULTI_SEND_SELECTOR) || data.length < 10 + 128) return null;
  const body = Buffer.from(data.slice(10), 'hex');
  const length = toSmall(body.subarray(32, 64));
  if (toSmall(body.subarray(0, 32)) !== 32 || length === null || 64 + length > body.length) return null;
  const packed = body.subarray(64, 64 + length);
  const calls: { value: bigint; call: WalletCall }[] = [];
  for (let at = 0; at < packed.length; ) {
    const size = packed.length - at < 85 ? null : toSmall(packed.subarray(at + 53, at + 85));
    const operation = packed[at];
    if (size === null || at + 85 + size > packed.length || (operation !== 0 && operation !== 1)) return null;
    calls.push({
      value: bytesToBig(packed.subarray(at + 21, at + 53)),
      call: {
        to: checksumAddress(toHex(packed.subarray(at + 1, at + 21))),
        data: toHex(packed.subarray(at + 85, at + 85 + size)),
        operation,
      },
    });
    at += 85 + size;
  }
  return calls;
}

export function encodeCall(selector: string, ...words: readonly Uint8Array[]): string {
  return selector + Buffer.concat(words).toString('hex');
}

function toSmall(bytes: Uint8Array): number | null {
  const value = bytesToBig(bytes);
  return value > 1_000_000n ? null : toNumber(value);
}
