/**
 * Whether Electron's sandbox can start on this Linux, and what a person does where it cannot.
 *
 * Shape       Electron uses user namespaces, else its helper `chrome-sandbox`, which must belong to root and have mode 4755;
 *             without either it ends with a fatal error before it shows anything.
 * Source      docs/electron.md
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface SandboxHost {
  readonly platform: NodeJS.Platform;
  /** Null where there is no such file, or it cannot be read. */
  read(file: string): string | null;
  stat(file: string): { readonly uid: number; readonly mode: number } | null;
  /** Names of the files in a folder. */
  list(folder: string): readonly string[];
}

function attempt<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

const thisHost: SandboxHost = {
  platform: process.platform,
  read: (file) => attempt(() => readFileSync(file, 'utf8'), null),
  stat: (file) => attempt(() => statSync(file), null),
  list: (folder) => attempt(() => readdirSync(folder), []),
};

/** Settings of the kernel by which a system denies user namespaces, with the value that does. */
const DENIALS = [
  { name: 'kernel.apparmor_restrict_unprivileged_userns', denied: '1', allowed: '0' },
  { name: 'kernel.unprivileged_userns_clone', denied: '0', allowed: '1' },
  { name: 'user.max_user_namespaces', denied: '0', allowed: '15000' },
] as const;

const PROFILES = '/etc/apparmor.d';
const HELPER_MODE = 0o4755;

/** A path of a profile as a pattern; variables and alternatives stand for any text. */
function toPattern(attachment: string): RegExp {
  const any = attachment.split(/\*\*|@?\{[^}]*\}/).map((part) =>
    part
      .split('*')
      .map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
      .join('[^/]*'),
  );
  return new RegExp(`^${any.join('.*')}$`);
}

/** True where a profile of AppArmor gives this binary user namespaces. */
function hasProfile(binary: string, { list, read }: SandboxHost): boolean {
  return list(PROFILES).some((name) => {
    const text = read(path.posix.join(PROFILES, name)) ?? '';
    if (!/^\s*userns\b/m.test(text)) return false;
    const attachments = [...text.matchAll(/^\s*(?:profile\s+[^\s/"]+\s+)?"?([/@][^\s"]+)"?[^\n]*\{\s*$/gm)];
    return attachments.some(([, attachment]) => attachment !== undefined && toPattern(attachment).test(binary));
  });
}

const quote = (file: string): string => `'${file.replaceAll("'", "'\\''")}'`;

/** What is wrong and the commands that mend it, for a person; null where the sandbox can start. */
export function adviseOnSandbox(binary: string, host: SandboxHost = thisHost): string | null {
  if (host.platform !== 'linux') return null;
  const denial = DENIALS.find(
    ({ name, denied }) => host.read(`/proc/sys/${name.replaceAll('.', '/')}`)?.trim() === denied,
  );
  if (denial === undefined) return null;
  if (denial.name === 'kernel.apparmor_restrict_unprivileged_userns' && hasProfile(binary, host)) return null;
  const helper = path.posix.join(path.posix.dirname(binary), 'chrome-sandbox');
  const found = host.stat(helper);
  if (found !== null && found.uid === 0 && (found.mode & 0o7777) === HELPER_MODE) return null;
  return `Electron's sandbox cannot start: this system denies programs user namespaces (${denial.name} is ${denial.denied}), and
${helper} does not belong to root with mode 4755.
Either of these mends it:
  sudo chown root:root ${quote(helper)} && sudo chmod 4755 ${quote(helper)}
      for Electron, until its binary is fetched again
  sudo sysctl -w ${denial.name}=${denial.allowed}
      for every program, until this computer starts again`;
}
