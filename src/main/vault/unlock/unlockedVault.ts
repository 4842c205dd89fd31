/**
 * A vault while it is unlocked: the master key, the API signer and session keys, and the others for the length of one use.
 *
 * Invariants  `close` zeroes and drops everything; what was lent before throws LOCKED from then on.
 */
import { type Address, type Hex, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { openItem, tampered } from '../file/sealedVault.ts';
import type { VaultFile, VaultItem } from '../file/vaultFile.ts';
import { type ApiSigner, openApiSigner } from '../keys/apiSecret.ts';
import { type HeldP256, holdP256 } from '../keys/p256.ts';
import type { SecretBytes } from '../keys/secretBytes.ts';
import { signDigestHex } from '../signing/secp256k1.ts';
import { checkSignable, hashSignable, type Signable } from '../signing/signing.ts';
import { VaultError } from '../vaultError.ts';

export interface Credentials {
  readonly apiKey: string;
  /** Hex HMAC-SHA256; throws VaultError LOCKED once the vault is locked. */
  sign(message: string): string;
}

export interface Session {
  readonly master: SecretBytes;
  readonly owner: Address;
  /** What stands on the disk. */
  file: VaultFile;
  /** The same object until another secret takes its place, also under the same API key. */
  credentials(): Credentials | null;
  /** Lends the own key, decrypted for this call and zeroed after it. */
  withOwnKey<T>(work: (key: Uint8Array) => T): T;
  /** Signs one member of the closed union; throws DENIED with the reason. */
  sign(signable: Signable): { readonly hash: Hex32; readonly signature: Hex };
  /** Takes the API key that now stands in `file`. */
  reloadApi(): void;
  /** P-256 session keys, outside the JavaScript heap. What they sign is not published, so that nothing uses them yet. */
  sessionKeys(): readonly HeldP256[];
  /** Takes the session keys that now stand in `file`. */
  reloadSessionKeys(): void;
  close(): void;
}

export function ownItem(file: VaultFile): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'own');
}

export function apiItem(file: VaultFile): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'api');
}

export function secondItem(file: VaultFile, address: Address): VaultItem | undefined {
  return file.items.find((item) => item.meta.use === 'second' && item.meta.public === address);
}

/** Takes over a checked file and its master key. */
export function openSession(file: VaultFile, master: SecretBytes): Session {
  const own = ownItem(file);
  if (!own || file.items.filter((item) => item.meta.use === 'own').length !== 1)
    throw tampered('Expected an own key in the vault');
  const owner = parseAddress(own.meta.public);
  let api: { readonly credentials: Credentials; readonly signer: ApiSigner } | null = null;
  let held: readonly HeldP256[] = [];

  function withSecret<T>(item: VaultItem | undefined, work: (key: Uint8Array) => T): T {
    if (!item) throw tampered('Expected the key in the vault');
    const key = openItem(session.file.vaultId, item, master);
    try {
      return key.use(work);
    } finally {
      key.destroy();
    }
  }

  const session: Session = {
    master,
    owner,
    file,
    credentials: () => api?.credentials ?? null,
    withOwnKey: (work) => withSecret(ownItem(session.file), work),
    sign(signable) {
      const isSecond = signable.kind === 'secondKeyOrder';
      const signer = isSecond ? signable.key : owner;
      const item = isSecond ? secondItem(session.file, signer) : ownItem(session.file);
      const reason = item ? checkSignable(signable, owner) : 'Expected a second signing key of this vault, found none';
      if (reason !== null) throw new VaultError('DENIED', reason, 'The vault does not sign this');
      const digest = hashSignable(signable);
      return { hash: encodeHex32(digest), signature: withSecret(item, (key) => signDigestHex(key, digest, signer)) };
    },
    reloadApi() {
      api?.signer.drop();
      api = null;
      const item = apiItem(session.file);
      if (!item) return;
      const secret = openItem(session.file.vaultId, item, master);
      try {
        const signer = secret.use(openApiSigner);
        api = { credentials: { apiKey: item.meta.public, sign: (message) => signer.sign(message) }, signer };
      } finally {
        secret.destroy();
      }
    },
    sessionKeys: () => held,
    reloadSessionKeys() {
      for (const key of held) key.drop();
      const items = session.file.items.filter((item) => item.meta.use === 'session');
      held = items.map((item) => withSecret(item, holdP256));
    },
    close() {
      api?.signer.drop();
      api = null;
      for (const key of held) key.drop();
      held = [];
      master.destroy();
    },
  };
  session.reloadApi();
  session.reloadSessionKeys();
  return session;
}
