/**
 * Keys beside the own one: P-256 session keys, and second signing keys of passkey wallets.
 *
 * Invariants  Each act asks for the password. The own key is never removed.
 * Errors      VaultError BAD_KEY, CANCELLED, DENIED, and those of a step-up and a save.
 */
import { sign } from 'node:crypto';
import { type Address, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { encodeHex, encodeHex32 } from '#wire/eip712/bytes.ts';
import { buildMeta } from '../file/contents.ts';
import { sealItem } from '../file/sealedVault.ts';
import type { ItemUse } from '../file/vaultFile.ts';
import { addressOf } from '../signing/secp256k1.ts';
import type { Session } from '../unlock/unlockedVault.ts';
import type { VaultCore } from '../vaultCore.ts';
import { lockedError, VaultError } from '../vaultError.ts';
import { type KeySource, openKeySource } from './keySource.ts';
import { compressP256, holdP256, isP256Signature } from './p256.ts';
import { SecretBytes } from './secretBytes.ts';

export interface SessionPublicKey {
  readonly id: string;
  readonly x: Hex32;
  readonly y: Hex32;
}

/** Makes a session key; only its public half is ever told. */
export async function makeSessionKey(core: VaultCore, password: string): Promise<SessionPublicKey> {
  const held = await core.stepUp(password);
  const scalar = drawScalar(core.tools.random);
  try {
    const { x, y } = scalar.use((bytes) => proveKey(bytes, core.tools.random(32)));
    const id = await addItem(core, held, 'session', encodeHex(compressP256({ x, y })), scalar);
    held.reloadSessionKeys();
    return { id, x: encodeHex32(x), y: encodeHex32(y) };
  } finally {
    scalar.destroy();
  }
}

/** A person's word about the key of this address; asked outside the page, before anything is saved. */
export type AgreeToKey = (address: Address) => Promise<boolean>;

/** Takes in, or makes, a key that a passkey wallet may take on as a second owner. */
export async function addSecondKey(
  core: VaultCore,
  password: string,
  source: KeySource,
  agree: AgreeToKey,
): Promise<Address> {
  const held = await core.stepUp(password);
  const key = await openKeySource(source, core.tools.random);
  try {
    const address = parseAddress(key.use(addressOf));
    if (held.file.items.some((item) => item.meta.public === address)) {
      throw new VaultError('BAD_KEY', 'Expected a key that is not in this vault', 'This key is in the vault already');
    }
    if (!(await agree(address))) {
      throw new VaultError('CANCELLED', 'Expected the second signing key to be confirmed, found it refused');
    }
    if (core.session() !== held) throw lockedError();
    await addItem(core, held, 'second', address, key);
    return address;
  } finally {
    key.destroy();
  }
}

/** Takes one key out of the vault; nothing brings it back but a copy of the vault. */
export async function removeKey(core: VaultCore, password: string, id: string): Promise<void> {
  const held = await core.stepUp(password);
  const meta = held.file.items.find((item) => item.meta.id === id)?.meta;
  if (meta === undefined) throw new VaultError('DENIED', 'Expected a key of this vault, found none of this id');
  if (meta.use === 'own') {
    throw new VaultError(
      'DENIED',
      'Expected another than the own key',
      'The own key stays: the vault is made around it',
    );
  }
  await core.save(held, { items: held.file.items.filter((item) => item.meta.id !== id) });
  if (meta.use === 'api') held.reloadApi();
  if (meta.use === 'session') held.reloadSessionKeys();
  core.emit();
}

async function addItem(
  core: VaultCore,
  held: Session,
  use: ItemUse,
  publicPart: string,
  secret: SecretBytes,
): Promise<string> {
  const meta = buildMeta(use, publicPart, core.stamp());
  const item = sealItem(held.file.vaultId, meta, secret, held.master, core.tools.random);
  await core.save(held, { items: [...held.file.items, item] });
  core.emit();
  return meta.id;
}

function drawScalar(random: (length: number) => Uint8Array): SecretBytes {
  for (;;) {
    const scalar = random(32);
    try {
      holdP256(scalar).drop();
      return new SecretBytes(scalar);
    } catch (error) {
      scalar.fill(0);
      if (!(error instanceof VaultError && error.code === 'BAD_KEY')) throw error;
    }
  }
}

/** Public half of a key that has signed once and was verified. */
function proveKey(scalar: Uint8Array, challenge: Uint8Array): { readonly x: Uint8Array; readonly y: Uint8Array } {
  const held = holdP256(scalar);
  const whole = sign('sha256', challenge, { key: held.key(), dsaEncoding: 'ieee-p1363' });
  held.drop();
  const signature = { r: new Uint8Array(whole.subarray(0, 32)), s: new Uint8Array(whole.subarray(32)) };
  if (!isP256Signature(challenge, signature, held.publicKey)) {
    throw new VaultError('BUG', 'Expected the new session key to verify what it signed');
  }
  return held.publicKey;
}
