import { describe, expect, it } from 'vitest';
import {
  buildChildEnvironment,
  buildDownloadEnvironment,
  keepKnownVariables,
  listReadAtStart,
} from '#main/shell/environment.ts';

/** Variables that change what runs, what is believed or what is printed. */
const DANGEROUS = [
  ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_DEBUG', 'NODE_DEBUG_NATIVE', 'NODE_V8_COVERAGE', 'NODE_REDIRECT_WARNINGS'],
  ...['NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY', 'NODE_COMPILE_CACHE'],
  ...['SSLKEYLOGFILE', 'SSL_CERT_FILE', 'OPENSSL_CONF', 'OPENSSL_MODULES', 'HTTPS_PROXY', 'https_proxy', 'DEBUG'],
  ...['ELECTRON_RUN_AS_NODE', 'ELECTRON_OVERRIDE_DIST_PATH', 'ELECTRON_ENABLE_LOGGING', 'Electron_Run_As_Node'],
  ...[
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'LD_AUDIT',
    'DYLD_INSERT_LIBRARIES',
    'GTK_MODULES',
    'GTK_PATH',
    'QT_PLUGIN_PATH',
  ],
  ...[
    'CHROME_DEVEL_SANDBOX',
    'CHROME_WRAPPER',
    'GOOGLE_API_KEY',
    'FONTCONFIG_FILE',
    'LIBGL_DRIVERS_PATH',
    'GIO_EXTRA_MODULES',
  ],
  ...[
    'PWDEBUG',
    'PLAYWRIGHT_BROWSERS_PATH',
    'NAPI_RS_NATIVE_LIBRARY_PATH',
    'UNDICI_NO_FG',
    'WS_NO_BUFFER_UTIL',
    'SOMETHING_NEW',
  ],
];
const KNOWN = {
  PATH: '/bin',
  HOME: '/home/a',
  LC_ALL: 'C',
  DISPLAY: ':0',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
  XDG_RUNTIME_DIR: '/run/user/1',
  GTK_IM_MODULE: 'ibus',
  SystemRoot: 'C:\\Windows',
  'ProgramFiles(x86)': 'C:\\x86',
};
const everything = (): Record<string, string> => ({
  ...KNOWN,
  ...Object.fromEntries(DANGEROUS.map((name) => [name, 'x'])),
});

describe('the environment', () => {
  it('keeps what the system and the desktop need, in any case, and nothing else', () => {
    const env = everything();
    keepKnownVariables(env);
    expect(env).toEqual(KNOWN);
  });

  it('of a child has what is known and what the program adds, and is no reference to its own', () => {
    const env = everything();
    const child = buildChildEnvironment(env, { FONTCONFIG_FILE: '/own/fonts.conf', PATH: '/own' });
    expect(child).toEqual({ ...KNOWN, FONTCONFIG_FILE: '/own/fonts.conf', PATH: '/own' });
    expect(env).toEqual(everything());
  });

  it('of a download also has proxies, certificates and a mirror, and neither options of Node nor remote sums', () => {
    const given = { HTTPS_PROXY: 'http://p', NODE_EXTRA_CA_CERTS: '/c.pem', npm_config_electron_mirror: 'https://m' };
    const refused = { electron_use_remote_checksums: '1', npm_config_electron_use_remote_checksums: '1' };
    expect(
      buildDownloadEnvironment({ ...KNOWN, ...given, ...refused, NODE_OPTIONS: '--require=x' }, { TMP: '/t' }),
    ).toEqual({
      ...KNOWN,
      ...given,
      TMP: '/t',
    });
  });

  it('names what Node has read before the first line of a program', () => {
    expect(listReadAtStart({ ...KNOWN, NODE_ENV: 'test', NODE_EXTRA_CA_CERTS: '/c' })).toEqual([]);
    const read = ['NODE_OPTIONS', 'NODE_DEBUG', 'node_v8_coverage', 'OPENSSL_CONF'];
    expect(listReadAtStart(Object.fromEntries(read.map((name) => [name, 'x'])))).toEqual(read);
  });
});
