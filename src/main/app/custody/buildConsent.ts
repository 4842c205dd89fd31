/**
 * Consent to a build: the vault remembers which build it was opened with, and a person agrees to another one.
 *
 * Shape       Checked at the first unlock of a start: what runs was loaded then. The first build of a vault is taken as it is.
 * Invariants  Until a person has agreed, the terminal is as locked. The keychain does not open the vault for another build.
 * Source      docs/decisions/0043-what-runs.md
 */
import { type Failure, fail } from '#shared/ipc/result.ts';
import { type BuildCheck, formatBuildId } from '../../shell/buildManifest.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { Confirmations } from '../confirmations.ts';

export interface BuildConsentOptions {
  /** Null where the build was not made by `npm run build`, as in development. */
  readonly check: (() => Promise<BuildCheck>) | null;
  readonly settings: () => Pick<ProtectedSettingsStore, 'value' | 'save'>;
  readonly confirmations: Pick<Confirmations, 'askAfterPassword'>;
}

export interface BuildConsent {
  /**
   * After the vault was opened: null where its build is known or was agreed to, else why the vault has to be locked again.
   * `byPassword`: false for the keychain, which agrees to nothing.
   */
  settle(byPassword: boolean): Promise<Failure | null>;
  /** The vault is open and its build is not agreed to yet. */
  isPending(): boolean;
}

export function openBuildConsent({ check, settings, confirmations }: BuildConsentOptions): BuildConsent {
  let isSettled = check === null;
  let pending: Promise<Failure | null> | null = null;

  async function evaluate(byPassword: boolean): Promise<Failure | null> {
    const found = check === null ? null : await check();
    if (found === null) return null;
    if (found.at === 'missing') return fail('BUILD_CHANGED', { files: ['out/manifest.json'] });
    if (found.changed.length > 0) return fail('BUILD_CHANGED', { files: found.changed.slice(0, MAX_NAMED) });
    const { build, loss } = settings().value();
    if (build === found.id) return null;
    // A record that is lost could have named another build.
    const isFirst = build === null && loss === null;
    if (!isFirst) {
      if (!byPassword) return fail('BUILD_CHANGED', { files: [] });
      const question = { build: formatBuildId(found.id), before: build === null ? null : formatBuildId(build) };
      if (!(await confirmations.askAfterPassword('acceptBuild', question)))
        return fail('CANCELLED', { reason: 'declined' });
    }
    settings().save({ build: found.id });
    return null;
  }

  return {
    isPending: () => pending !== null,
    settle(byPassword) {
      if (isSettled) return Promise.resolve(null);
      pending ??= evaluate(byPassword)
        .then((failure) => {
          isSettled = failure === null;
          return failure;
        })
        .finally(() => {
          pending = null;
        });
      return pending;
    },
  };
}

/** Files that an error names. */
const MAX_NAMED = 5;
