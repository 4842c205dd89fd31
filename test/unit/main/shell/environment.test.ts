import { expect, it } from 'vitest';
import { removeDangerousVariables } from '#main/shell/environment.ts';

it('removes what weakens encryption or starts another program, in any case, and keeps the rest', () => {
  const env = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    SSLKEYLOGFILE: '/x',
    NODE_EXTRA_CA_CERTS: '/y',
    NODE_USE_ENV_PROXY: '1',
    Electron_Run_As_Node: '1',
    ELECTRON_OVERRIDE_DIST_PATH: '/z',
    HOME: '/home/a',
  };
  removeDangerousVariables(env);
  expect(env).toEqual({ HOME: '/home/a' });
});
