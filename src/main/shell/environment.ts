/** Environment variables that no part of the program starts with. */

/** They would weaken or record the encryption of every connection, or start another program than the one that was chosen. */
const REMOVED_VARIABLES = [
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSLKEYLOGFILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_OVERRIDE_DIST_PATH',
];

/** Removes them from `env`. */
export function removeDangerousVariables(env: Record<string, string | undefined>): void {
  // Windows ignores the case of a name, and Node keeps the case that it was set with.
  for (const name of Object.keys(env)) {
    if (REMOVED_VARIABLES.includes(name.toUpperCase())) delete env[name];
  }
}
