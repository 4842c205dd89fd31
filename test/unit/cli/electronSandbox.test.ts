import { describe, expect, it } from 'vitest';
import { adviseOnSandbox, type SandboxHost } from '../../../src/cli/electronSandbox.ts';

const BINARY = "/home/o'neil/adyton/node_modules/electron/dist/electron";
const HELPER = BINARY.replace(/electron$/, 'chrome-sandbox');
const APPARMOR = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

interface Facts {
  readonly files?: Readonly<Record<string, string>>;
  readonly helper?: { readonly uid: number; readonly mode: number } | null;
  readonly platform?: NodeJS.Platform;
}

const hostOf = ({ files = {}, helper = { uid: 1000, mode: 0o100755 }, platform = 'linux' }: Facts): SandboxHost => ({
  platform,
  read: (file) => files[file] ?? null,
  stat: (file) => (file === HELPER ? helper : null),
  list: (folder) =>
    Object.keys(files)
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1)),
});

const profile = (attachment: string, rule: string) => ({
  [APPARMOR]: '1\n',
  '/etc/apparmor.d/adyton': `abi <abi/4.0>,\nprofile adyton ${attachment} flags=(unconfined) {\n  ${rule}\n}\n`,
});

describe('adviseOnSandbox', () => {
  it.each([
    ['on another system', { files: { [APPARMOR]: '1' }, platform: 'darwin' }],
    ['where the kernel has no such setting', {}],
    ['where namespaces are allowed', { files: { [APPARMOR]: '0\n' } }],
    [
      'where the helper belongs to root with mode 4755',
      { files: { [APPARMOR]: '1\n' }, helper: { uid: 0, mode: 0o104755 } },
    ],
    ['where a profile names the binary', { files: profile(`"${BINARY}"`, 'userns,') }],
    ['where a profile names its folder', { files: profile('/home/*/adyton/**/electron', 'userns,') }],
  ] satisfies [string, Facts][])('has none %s', (_where, facts) => {
    expect(adviseOnSandbox(BINARY, hostOf(facts))).toBeNull();
  });

  it.each([
    ['kernel.apparmor_restrict_unprivileged_userns', '1', '0'],
    ['kernel.unprivileged_userns_clone', '0', '1'],
    ['user.max_user_namespaces', '0', '15000'],
  ])('prints what mends a system where %s is %s', (name, denied, allowed) => {
    const files = { [`/proc/sys/${name.replaceAll('.', '/')}`]: `${denied}\n` };
    const advice = adviseOnSandbox(BINARY, hostOf({ files })) ?? '';
    expect(advice).toContain(`${name} is ${denied}`);
    expect(advice).toContain(`sudo sysctl -w ${name}=${allowed}`);
    // A path with an apostrophe stays one word of the shell.
    const quoted = `'${HELPER.replace("'", "'\\''")}'`;
    expect(advice).toContain(`sudo chown root:root ${quoted} && sudo chmod 4755 ${quoted}`);
  });

  it.each([
    ['the helper has another mode', { files: { [APPARMOR]: '1' }, helper: { uid: 0, mode: 0o100755 } }],
    ['the helper belongs to another user', { files: { [APPARMOR]: '1' }, helper: { uid: 1000, mode: 0o104755 } }],
    ['there is no helper', { files: { [APPARMOR]: '1' }, helper: null }],
    ['a profile is for another program', { files: profile('/opt/other/electron', 'userns,') }],
    ['a profile gives no namespaces', { files: profile(`"${BINARY}"`, 'capability,') }],
  ] satisfies [string, Facts][])('advises where %s', (_where, facts) => {
    expect(adviseOnSandbox(BINARY, hostOf(facts))).toContain('sandbox cannot start');
  });
});
