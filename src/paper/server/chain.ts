/** The invented chain that paper wallets live on: fixed addresses, the order domain, wallet addresses and set-up calls. */
import { addressWord, checksumAddress, fromHex, keccak, toHex, word } from './hex.ts';
import { safeTxHash } from './typedData.ts';

/** The number of local test chains: no public chain accepts what is signed for it. */
export const CHAIN_ID = 31_337;
/** Version of the order domain: docs/assumptions.md#domain-version. */
export const DOMAIN_VERSION = '1';
export const DOMAIN_NAME = 'Adyton Paper Exchange';

const inventAddress = (name: string): string =>
  checksumAddress(toHex(keccak(Buffer.from(`adyton paper ${name}`, 'utf8')).subarray(12)));

export const EXCHANGE = inventAddress('exchange');
export const CONDITIONAL_TOKENS = inventAddress('conditional tokens');
export const USDC = inventAddress('usdc');
export const ORACLE = inventAddress('oracle');
const SAFE_FACTORY = inventAddress('safe factory');
const SAFE_CODE_HASH = keccak(Buffer.from('adyton paper safe code', 'utf8'));

const APPROVE = '0x095ea7b3';
const SET_APPROVAL_FOR_ALL = '0xa22cb465';
const WITHOUT_LIMIT = (1n << 256n) - 1n;

/** The wallet of an owner: the same owner has the same wallet for ever (CREATE2 with the owner as salt). */
export function safeOf(owner: string): string {
  const hash = keccak(Buffer.from([0xff]), fromHex(SAFE_FACTORY), keccak(addressWord(owner)), SAFE_CODE_HASH);
  return checksumAddress(toHex(hash.subarray(12)));
}

export interface SetupCall {
  readonly to: string;
  readonly data: string;
  readonly operation: 0;
  readonly nonce: number;
  readonly hash: string;
}

/** What an owner signs before trading: three approvals at the first three nonces. */
export function buildSetupCalls(safe: string): SetupCall[] {
  const calls = [
    { to: USDC, data: encodeCall(APPROVE, addressWord(EXCHANGE), word(WITHOUT_LIMIT)) },
    { to: USDC, data: encodeCall(APPROVE, addressWord(CONDITIONAL_TOKENS), word(WITHOUT_LIMIT)) },
    { to: CONDITIONAL_TOKENS, data: encodeCall(SET_APPROVAL_FOR_ALL, addressWord(EXCHANGE), word(1)) },
  ];
  return calls.map(({ to, data }, nonce) => ({
    to,
    data,
    operation: 0,
    nonce,
    hash: toHex(safeTxHash(CHAIN_ID, safe, { to, value: 0n, data, operation: 0, nonce })),
  }));
}

function encodeCall(selector: string, ...words: readonly Uint8Array[]): string {
  return selector + Buffer.concat(words).toString('hex');
}
