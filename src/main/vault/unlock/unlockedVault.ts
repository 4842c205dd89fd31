/**
 * Unlocked vault: the master key and the open signers of the selected account, until `close`.
 *
 * Invariants  The keys of the other accounts stay sealed, whatever is selected later. Own and second keys are decrypted for one signature and zeroed after it.
 *             `close` zeroes the master key; every signer handed out before throws LOCKED from then on.
 */
import type { Now } from '#shared/base/clock.ts';
import { type Address, type Hex, type Hex32, parseAddress } from '#shared/units/ids.ts';
import { encodeHex32 } from '#wire/eip712/bytes.ts';
import { openItem, tampered } from '../file/sealedVault.ts';
import {
  findApiItem,
  findOwnItem,
  findSecondItem,
  listItems,
  type VaultFile,
  type VaultItem,
} from '../file/vaultFile.ts';
import { type ApiSigner, openApiSigner } from '../keys/apiSecret.ts';
import { openP256Key, type P256Key } from '../keys/p256.ts';
import type { SecretBytes } from '../keys/secretBytes.ts';
import { signDigestHex } from '../signing/secp256k1.ts';
import { checkSignable, hashSignable, type Signable } from '../signing/signing.ts';
import { VaultError } from '../vaultError.ts';
import { createSealedKeys } from './sealedKeys.ts';

export interface Credentials {
  readonly apiKey: string;
  /** Hex HMAC-SHA256; throws VaultError LOCKED once the vault is locked. */
  sign(message: string): string;
}

export interface UnlockedVault {
  readonly master: SecretBytes;
  /** Id of the account whose keys are open. */
  readonly account: string;
  readonly owner: Address;
  /** The file as saved. */
  file: VaultFile;
  /** The same object until the API secret is replaced, even under the same API key. */
  credentials(): Credentials | null;
  /** Runs `use` with the own key, decrypted for this call and zeroed after it. */
  withOwnKey<T>(use: (key: Uint8Array) => T): T;
  /** Signs one member of the closed union; throws DENIED with the reason. */
  sign(signable: Signable): { readonly hash: Hex32; readonly signature: Hex };
  /** Opens the API key that is now in `file`. */
  reloadApi(): void;
  /** Another key object of the API secret, which `close` does not end: for prepared exits alone. Null without an API key. */
  openApiSigner(): { readonly apiKey: string; readonly signer: ApiSigner } | null;
  /** P-256 session keys by item id, outside the JavaScript heap. They sign nothing: docs/assumptions.md#session-key-signing. */
  sessionKeys(): ReadonlyMap<string, P256Key>;
  /** Opens the session keys that are now in `file`. */
  reloadSessionKeys(): void;
  close(): void;
}

/** Opens a checked file with its master key, and owns the key from then on. */
export function openUnlockedVault(opened: VaultFile, master: SecretBytes, now: Now): UnlockedVault {
  let file = opened;
  const account = file.selected;
  const [own, ...others] = listItems(file, account).filter((item) => item.meta.use === 'own');
  if (!own || others.length > 0) throw tampered('Expected one own key in the account');
  const owner = parseAddress(own.meta.public);
  let api: { readonly credentials: Credentials; readonly signer: ApiSigner } | null = null;
  let sessionKeys: ReadonlyMap<string, P256Key> = new Map();

  const open = (item: VaultItem): SecretBytes => openItem(file.vaultId, item, master);
  const sealedKeys = createSealedKeys(open);

  function withKey<T>(item: VaultItem | undefined, use: (key: Uint8Array) => T): T {
    if (!item) throw tampered('Expected the key in the vault');
    return sealedKeys.use(item, use);
  }

  /** Opens a secret of the file for one use. */
  function withSecret<T>(item: VaultItem, use: (secret: Uint8Array) => T): T {
    const secret = open(item);
    try {
      return secret.use(use);
    } finally {
      secret.destroy();
    }
  }

  const unlocked: UnlockedVault = {
    master,
    account,
    owner,
    get file() {
      return file;
    },
    set file(next) {
      file = next;
      sealedKeys.keep(next.items);
    },
    credentials: () => api?.credentials ?? null,
    withOwnKey: (use) => withKey(findOwnItem(file, account), use),
    sign(signable) {
      const isSecond = signable.kind === 'secondKeyOrder';
      const signer = isSecond ? signable.key : owner;
      const item = isSecond ? findSecondItem(file, signer, account) : findOwnItem(file, account);
      const reason = item
        ? checkSignable(signable, owner, now())
        : 'Expected a second signing key of this vault, found none';
      if (reason !== null) throw new VaultError({ code: 'DENIED', parameters: { reason: 'notSignable' } }, reason);
      const digest = hashSignable(signable);
      return { hash: encodeHex32(digest), signature: withKey(item, (key) => signDigestHex(key, digest, signer)) };
    },
    reloadApi() {
      api?.signer.close();
      api = null;
      const opened = unlocked.openApiSigner();
      if (opened === null) return;
      const { apiKey, signer } = opened;
      api = { credentials: { apiKey, sign: (message) => signer.sign(message) }, signer };
    },
    openApiSigner() {
      const item = findApiItem(file, account);
      return item ? { apiKey: item.meta.public, signer: withSecret(item, openApiSigner) } : null;
    },
    sessionKeys: () => sessionKeys,
    reloadSessionKeys() {
      for (const key of sessionKeys.values()) key.close();
      const items = listItems(file, account).filter((item) => item.meta.use === 'session');
      sessionKeys = new Map(items.map((item) => [item.meta.id, withSecret(item, openP256Key)]));
    },
    close() {
      api?.signer.close();
      api = null;
      for (const key of sessionKeys.values()) key.close();
      sessionKeys = new Map();
      sealedKeys.close();
      master.destroy();
    },
  };
  unlocked.reloadApi();
  unlocked.reloadSessionKeys();
  return unlocked;
}
