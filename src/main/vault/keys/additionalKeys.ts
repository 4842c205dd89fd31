/**
 * Additional keys of a vault: P-256 session keys, second signing keys of passkey wallets.
 *
 * Invariants  Each operation is a step-up. The own key is never removed.
 * Errors      VaultError BAD_KEY, CANCELLED, DENIED, and those of a step-up and a save.
 */
import { sign } from 'node:crypto';
import type { Address, Hex32 } from '#shared/units/ids.ts';
import { encodeHex, encodeHex32 } from '#wire/eip712/bytes.ts';
import { buildMeta, sealItem } from '../file/sealedVault.ts';
import { type ItemUse, listItems } from '../file/vaultFile.ts';
import { addressOf } from '../signing/secp256k1.ts';
import type { UnlockedVault } from '../unlock/unlockedVault.ts';
import type { VaultCore } from '../vaultCoreApi.ts';
import { lockedError, VaultError } from '../vaultError.ts';
import { type ConfirmKey, confirmKey, type KeySource, openKeySource } from './keySource.ts';
import { compressP256, isP256Signature, openP256Key, type P256Key } from './p256.ts';
import { SecretBytes } from './secretBytes.ts';

export interface SessionPublicKey {
  readonly id: string;
  readonly x: Hex32;
  readonly y: Hex32;
}

/** Public halves of the open session keys, oldest first. */
export function listSessionKeys(unlocked: UnlockedVault | null): readonly SessionPublicKey[] {
  const open = unlocked?.sessionKeys() ?? new Map<string, P256Key>();
  return [...open].map(([id, { publicKey }]) => ({ id, x: encodeHex32(publicKey.x), y: encodeHex32(publicKey.y) }));
}

/** Creates a session key and returns its public half. */
export async function createSessionKey(core: VaultCore, password: string): Promise<SessionPublicKey> {
  const unlocked = await core.stepUp(password);
  const scalar = createScalar(core.tools.random);
  try {
    const { x, y } = scalar.use((bytes) => verifyNewKey(bytes, core.tools.random(32)));
    const id = await addItem(core, unlocked, 'session', encodeHex(compressP256({ x, y })), scalar);
    unlocked.reloadSessionKeys();
    return { id, x: encodeHex32(x), y: encodeHex32(y) };
  } finally {
    scalar.destroy();
  }
}

/**
 * Creates or imports a second signing key of a passkey wallet; `confirm` agrees to it before it is saved.
 *
 * The question is asked between two tasks of the queue, so that no other operation waits for its answer.
 */
export async function addSecondKey(
  core: VaultCore,
  password: string,
  source: KeySource,
  confirm: ConfirmKey,
): Promise<Address> {
  const locked = core.nextLock();
  const cancelled = core.nextCancel();
  const { unlocked, key } = await core.enqueue(async () => ({
    unlocked: await core.stepUp(password),
    key: await openKeySource(source, core.tools.random, cancelled),
  }));
  try {
    refuseDuplicate(unlocked, key.use(addressOf));
    const address = await confirmKey(key, source, confirm, locked);
    await core.enqueue(async () => {
      if (core.unlocked() !== unlocked) throw lockedError();
      refuseDuplicate(unlocked, address);
      await addItem(core, unlocked, 'second', address, key);
    });
    return address;
  } finally {
    key.destroy();
  }
}

/** A key in two accounts would be one wallet with two sets of limits. */
export function refuseDuplicate({ file }: UnlockedVault, address: string): void {
  if (file.items.every((item) => item.meta.public !== address)) return;
  throw new VaultError(
    { code: 'BAD_KEY', parameters: { reason: 'duplicate' } },
    'Expected a key that is not in this vault',
  );
}

/** Removes a key for good; only a copy of the vault still has it. */
export async function removeKey(core: VaultCore, password: string, id: string): Promise<void> {
  const unlocked = await core.stepUp(password);
  const meta = listItems(unlocked.file, unlocked.account).find((item) => item.meta.id === id)?.meta;
  if (meta === undefined)
    throw new VaultError(
      { code: 'DENIED', parameters: { reason: 'unknownKey' } },
      'Expected the id of a key in this vault, found another',
    );
  if (meta.use === 'own') {
    throw new VaultError(
      { code: 'DENIED', parameters: { reason: 'ownKey' } },
      'Expected an additional key, found the own key',
    );
  }
  await core.save(unlocked, { items: unlocked.file.items.filter((item) => item.meta.id !== id) });
  if (meta.use === 'api') unlocked.reloadApi();
  if (meta.use === 'session') unlocked.reloadSessionKeys();
  core.emitChange();
}

async function addItem(
  core: VaultCore,
  unlocked: UnlockedVault,
  use: ItemUse,
  publicPart: string,
  secret: SecretBytes,
): Promise<string> {
  const meta = buildMeta(use, publicPart, unlocked.account, core.stamp());
  const item = sealItem(unlocked.file.vaultId, meta, secret, unlocked.master, core.tools.random);
  await core.save(unlocked, { items: [...unlocked.file.items, item] });
  core.emitChange();
  return meta.id;
}

function createScalar(random: (length: number) => Uint8Array): SecretBytes {
  for (;;) {
    const scalar = random(32);
    try {
      openP256Key(scalar).close();
      return new SecretBytes(scalar);
    } catch (error) {
      scalar.fill(0);
      if (!(error instanceof VaultError && error.code === 'BAD_KEY')) throw error;
    }
  }
}

/** Signs a challenge with a new key, verifies the signature and returns the public key. */
function verifyNewKey(scalar: Uint8Array, challenge: Uint8Array): { readonly x: Uint8Array; readonly y: Uint8Array } {
  const key = openP256Key(scalar);
  const bytes = sign('sha256', challenge, { key: key.key(), dsaEncoding: 'ieee-p1363' });
  key.close();
  const signature = { r: new Uint8Array(bytes.subarray(0, 32)), s: new Uint8Array(bytes.subarray(32)) };
  if (!isP256Signature(challenge, signature, key.publicKey)) {
    throw new VaultError({ code: 'BUG', parameters: {} }, 'Expected the signature of the new session key to verify');
  }
  return key.publicKey;
}
