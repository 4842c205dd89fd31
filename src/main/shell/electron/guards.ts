/**
 * Guards: no page may navigate, open, embed, download, use a device, load other files or refuse to close.
 *
 * Source      docs/security-coverage.md#r5, #r7, #r8, #r10
 */
import type { Session, WebContents } from 'electron';
import { type ElectronParts, HOME_URL, ORIGIN } from './parts.ts';

const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

/** True for what the session may load: our files, and the developer tools of an unsealed program. */
export function isLoadable(url: string, isSealed: boolean): boolean {
  return url.startsWith(`${ORIGIN}/`) || (!isSealed && url.startsWith('devtools://'));
}

export function guardSession(session: Session, isSealed: boolean): void {
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isLoadable(details.url, isSealed) });
  });
  session.setPermissionRequestHandler((_contents, permission, callback) => callback(permission === ALLOWED_PERMISSION));
  session.setPermissionCheckHandler((_contents, permission) => permission === ALLOWED_PERMISSION);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.setUSBProtectedClassesHandler(({ protectedClasses }) => protectedClasses);
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.on('will-download', (event) => event.preventDefault());
}

/** `isSealed` also closes the developer tools as soon as anything opens them. */
export function guardContents(contents: WebContents, isSealed: boolean): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-frame-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // Here it means: unload all the same. No page holds up a quit, a switch of workspaces or a reload.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  if (isSealed) contents.on('devtools-opened', () => contents.closeDevTools());
}

/** Guards every page, whatever creates it. */
export function guardEverything(electron: ElectronParts, isSealed: boolean): void {
  electron.app.on('web-contents-created', (_event, contents) => guardContents(contents, isSealed));
}

interface SenderFrame {
  readonly parent: unknown;
  readonly url: string;
}

interface SenderEvent {
  readonly senderFrame: SenderFrame | null;
  readonly sender: { readonly id: number; isDestroyed(): boolean };
}

/** True for the top frame of an own window at the own origin; call it before any await. */
export function isTrustedSender(event: SenderEvent, knownIds: { has(id: number): boolean }): boolean {
  try {
    const { senderFrame, sender } = event;
    if (senderFrame === null || senderFrame.parent !== null) return false;
    if (sender.isDestroyed() || !knownIds.has(sender.id)) return false;
    const url = new URL(senderFrame.url);
    url.hash = '';
    return url.href === HOME_URL;
  } catch {
    // A destroyed frame throws on every property.
    return false;
  }
}
