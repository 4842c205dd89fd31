/**
 * Step sealer: authenticates stored steps under a key of this run that a key lock leaves.
 *
 * Shape       A seal is `<session>:<base64 HMAC-SHA-256>`. The key of a session is HKDF of the master key and the session's random
 *             id, so a later run derives it again. The MAC also covers the vault's id, network, origin and account.
 * Invariants  The key of this run is kept, as a key object outside the heap, from the first unlock until the process ends or
 *             another account is selected. Keys of earlier runs go with the lock. A step key can't arm anything: what a person
 *             agreed to counts only once a record has it, which needs the master key (recordSealer.ts).
 * Errors      VaultError LOCKED while there is no key: before the first unlock, and for an earlier run's seal while locked.
 * Source      docs/decisions/0034-authenticated-stores.md
 */
import { createHmac, createSecretKey, type Hmac, type KeyObject, randomBytes } from 'node:crypto';
import { canonicalJson, parseBase64 } from './file/encoding.ts';
import { deriveKey, isSame } from './file/seal.ts';
import type { UnlockedVault } from './unlock/unlockedVault.ts';
import type { VaultCore } from './vaultCoreApi.ts';
import { lockedError } from './vaultError.ts';

const SESSION_BYTES = 16;
const MAC_BYTES = 32;
const SEAL = /^([0-9a-f]{32}):(.{44})$/;

export interface StepSealer {
  /** Seal of a text, which must contain the seal of the step before it. */
  sealStep(text: string): string;
  isSealedStep(text: string, seal: string): boolean;
}

interface Session {
  readonly key: KeyObject;
  /** What every MAC of it begins with. */
  readonly head: string;
}

export function openStepSealer(core: Pick<VaultCore, 'belonging' | 'unlocked' | 'onChange'>): StepSealer {
  const session = randomBytes(SESSION_BYTES).toString('hex');
  /** Of the vault and account that were unlocked last. */
  let own: (Session & { readonly of: string }) | null = null;
  /** Created after the seal before it, so that an order waits only for the hash of its own line. */
  let next: { readonly of: Session; readonly hmac: Hmac } | null = null;
  const earlier = new Map<string, Session>();

  function open({ file, account, master }: UnlockedVault, id: string): Session {
    const bytes = master.use((key) => deriveKey(key, `step ${id}`));
    try {
      const { network, origin } = core.belonging;
      const head = canonicalJson({ vaultId: file.vaultId, network, origin, account, session: id });
      return { key: createSecretKey(bytes), head };
    } finally {
      bytes.fill(0);
    }
  }

  function noteVault(): void {
    const unlocked = core.unlocked();
    if (unlocked === null) {
      earlier.clear();
      return;
    }
    const of = `${unlocked.file.vaultId} ${unlocked.account}`;
    if (own?.of === of) return;
    earlier.clear();
    own = { ...open(unlocked, session), of };
  }

  function find(id: string): Session {
    if (id === session && own !== null) return own;
    const known = earlier.get(id);
    if (known !== undefined) return known;
    const unlocked = core.unlocked();
    if (unlocked === null) throw lockedError();
    const found = open(unlocked, id);
    earlier.set(id, found);
    return found;
  }

  const begin = ({ key, head }: Session): Hmac => createHmac('sha256', key).update(`${head}\n`, 'utf8');

  function buildMac(of: Session, text: string): Uint8Array {
    return begin(of).update(text, 'utf8').digest();
  }

  function seal(text: string): string {
    const of = find(session);
    const hmac = next?.of === of ? next.hmac : begin(of);
    next = null;
    void Promise.resolve().then(() => {
      next ??= { of, hmac: begin(of) };
    });
    return `${session}:${hmac.update(text, 'utf8').digest('base64')}`;
  }

  core.onChange(noteVault);
  return {
    sealStep: seal,
    isSealedStep(text, seal) {
      const [, id, mac] = SEAL.exec(seal) ?? [];
      const found = mac === undefined ? null : parseBase64(mac, MAC_BYTES);
      return found !== null && isSame(found, buildMac(find(id!), text));
    },
  };
}
