/**
 * Environment: the variables that the program and its child processes start with, by an allow list.
 *
 * Shape       A name that is not listed is removed: what a library or a later version of Node, Electron or the browser reads from
 *             another one does nothing. A child gets what the program itself added, such as its folder of fonts.
 * Source      docs/decisions/0043-what-runs.md
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** Of the system and the desktop: folders, languages, the screen, the keychain's bus, input methods. In upper case. */
const KNOWN: readonly RegExp[] = [
  /^(PATH|HOME|USER|LOGNAME|SHELL|PWD|HOSTNAME|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TZ|TMPDIR|TEMP|TMP|LANG|LANGUAGE|LC_[A-Z]+)$/,
  /^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DESKTOP_SESSION|DBUS_SESSION_BUS_ADDRESS|GNOME_KEYRING_CONTROL|SSH_CONNECTION)$/,
  /^XDG_(CONFIG_HOME|CONFIG_DIRS|CACHE_HOME|DATA_HOME|DATA_DIRS|STATE_HOME|RUNTIME_DIR|CURRENT_DESKTOP)$/,
  /^XDG_(SESSION_(TYPE|ID|CLASS|DESKTOP|PATH)|SEAT|SEAT_PATH|VTNR|DESKTOP_DIR|DOWNLOAD_DIR|DOCUMENTS_DIR)$/,
  /^(GNOME_DESKTOP_SESSION_ID|KDE_FULL_SESSION|KDE_SESSION_VERSION|KDE_SESSION_UID|DESKTOP_STARTUP_ID|XDG_ACTIVATION_TOKEN)$/,
  /^(GTK_IM_MODULE|QT_IM_MODULE|XMODIFIERS|GTK_THEME|GTK2_RC_FILES|GDK_SCALE|GDK_DPI_SCALE|GDK_BACKEND|QT_SCALE_FACTOR)$/,
  /^(XCURSOR_SIZE|XCURSOR_THEME|NO_AT_BRIDGE|AT_SPI_BUS_ADDRESS|PULSE_SERVER|WSL_DISTRO_NAME|WSL_INTEROP|WSLENV)$/,
  /^(SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|OS|APPDATA|LOCALAPPDATA|PROGRAMDATA|ALLUSERSPROFILE|PUBLIC)$/,
  /^(PROGRAMFILES|PROGRAMFILES\(X86\)|PROGRAMW6432|COMMONPROGRAMFILES|COMMONPROGRAMFILES\(X86\)|COMMONPROGRAMW6432)$/,
  /^(USERPROFILE|USERNAME|USERDOMAIN|HOMEDRIVE|HOMEPATH|COMPUTERNAME|SESSIONNAME|NUMBER_OF_PROCESSORS|PROCESSOR_[A-Z]+)$/,
  /^(__CF_USER_TEXT_ENCODING|__CFBUNDLEIDENTIFIER|COMMAND_MODE|SECURITYSESSIONID|XPC_FLAGS|XPC_SERVICE_NAME)$/,
  // npm says so that a command was started by it; nothing is read but that.
  /^NPM_LIFECYCLE_EVENT$/,
  // Unset or "production" in a program, "test" in its tests.
  /^NODE_ENV$/,
];

/** Of a download: the person's proxies, certificates and mirror. The archive is checked by a sum that is not downloaded. */
const OF_DOWNLOADS: readonly RegExp[] = [
  /^(HTTPS?|ALL|NO)_PROXY$/,
  /^(NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|NODE_USE_SYSTEM_CA|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  /^(NPM_CONFIG_)?ELECTRON_(MIRROR|CUSTOM_DIR|CUSTOM_FILENAME|CUSTOM_VERSION|NIGHTLY_MIRROR)$/,
  /^(ELECTRON_CONFIG_CACHE|ELECTRON_GET_USE_PROXY|GLOBAL_AGENT_[A-Z_]+|NPM_CONFIG_(HTTPS_|NO|NO_)?PROXY)$/,
];

/**
 * Node reads these before its first line of ours: a process that was started with one has to be started again without it.
 * Those about certificates are removed before anything is encrypted.
 */
const READ_AT_START = /^(NODE_(?!ENV$|EXTRA_CA_CERTS$|TLS_REJECT_UNAUTHORIZED$|USE_)|OPENSSL_)/;

/** Windows ignores the case of a name, and Node keeps the case that it was set with. */
const isIn = (name: string, list: readonly RegExp[]): boolean => list.some((known) => known.test(name.toUpperCase()));

/** Removes every variable that is not on the list. */
export function keepKnownVariables(env: Record<string, string | undefined>): void {
  for (const name of Object.keys(env)) if (!isIn(name, KNOWN)) delete env[name];
}

/** The environment of a child process: what is on the list, and what the program adds. */
export function buildChildEnvironment(env: Environment, added: Environment = {}): Record<string, string> {
  return pick({ ...pick(env, KNOWN), ...added });
}

/** The environment of a process that downloads. */
export function buildDownloadEnvironment(env: Environment, added: Environment = {}): Record<string, string> {
  return pick({ ...pick(env, [...KNOWN, ...OF_DOWNLOADS]), ...added });
}

/** Names of variables that Node has read already, and that change what it runs or prints. */
export function listReadAtStart(env: Environment): readonly string[] {
  return Object.keys(env).filter((name) => READ_AT_START.test(name.toUpperCase()));
}

function pick(env: Environment, list: readonly RegExp[] | null = null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined && (list === null || isIn(pair[0], list)),
    ),
  );
}
