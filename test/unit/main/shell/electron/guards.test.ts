import type { Session, WebContents } from 'electron';
import { describe, expect, it } from 'vitest';
import { guardContents, guardSession, isLoadable, isTrustedSender } from '#main/shell/electron/guards.ts';
import { FakeContents, makeFakeElectron } from './strictElectron.ts';

const sender = (id = 1, isGone = false) => ({ id, isDestroyed: () => isGone });
const known = new Set([1]);

describe('isTrustedSender', () => {
  it.each(['app://adyton/', 'app://adyton/#pane'])('trusts the top frame of a known window at %s', (url) => {
    expect(isTrustedSender({ senderFrame: { parent: null, url }, sender: sender() }, known)).toBe(true);
  });

  it.each([
    'about:blank',
    'about:srcdoc',
    'app://adyton',
    'app://adyton.evil/',
    'app://evil/adyton',
    'app://evil@adyton/',
    'app://adyton:80/',
    'app://adyton/other.html',
    'app://adyton/?x',
    'app:adyton/',
    'file:///app://adyton/',
    'http://localhost/',
    'https://adyton/',
    'data:text/html,app://adyton/',
    'blob:app://adyton/1',
    'javascript:1',
    '',
    'text',
  ])('does not trust %j', (url) => {
    expect(isTrustedSender({ senderFrame: { parent: null, url }, sender: sender() }, known)).toBe(false);
  });

  it('does not trust a closed frame, a nested frame, or a frame of an unknown or destroyed window', () => {
    const frame = { parent: null, url: 'app://adyton/' };
    expect(isTrustedSender({ senderFrame: null, sender: sender() }, known)).toBe(false);
    expect(isTrustedSender({ senderFrame: { ...frame, parent: {} }, sender: sender() }, known)).toBe(false);
    expect(isTrustedSender({ senderFrame: frame, sender: sender(2) }, known)).toBe(false);
    expect(isTrustedSender({ senderFrame: frame, sender: sender(1, true) }, known)).toBe(false);
    const disposed = {
      parent: null,
      get url(): string {
        throw new Error('Render frame was disposed');
      },
    };
    expect(isTrustedSender({ senderFrame: disposed, sender: sender() }, known)).toBe(false);
  });
});

describe('guardSession', () => {
  const { sessions } = makeFakeElectron();
  const session = sessions.own;
  guardSession(session as unknown as Session, true);

  it.each([
    ['app://adyton/', false],
    ['app://adyton/assets/a.js', false],
    ['app://adyton.evil/', true],
    ['https://example.com/', true],
    ['http://127.0.0.1:1/', true],
    ['ws://127.0.0.1:1/', true],
    ['file:///etc/passwd', true],
    ['data:text/html,x', true],
    ['devtools://devtools/', true],
  ])('%s is cancelled: %s', (url, isCancelled) => {
    const answers: unknown[] = [];
    session.beforeRequest?.({ url }, (answer) => answers.push(answer));
    expect(answers).toEqual([{ cancel: isCancelled }]);
  });

  it('loads the developer tools of an unpackaged program', () => {
    expect(isLoadable('devtools://devtools/bundled/a.js', false)).toBe(true);
  });

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'hid',
    'usb',
    'fullscreen',
    'openExternal',
    'unknown',
  ])('grants no %s, asked or checked', (permission) => {
    const answers: boolean[] = [];
    session.requestHandler?.(null, permission, (granted) => answers.push(granted));
    expect([...answers, session.checkHandler?.(null, permission), session.deviceHandler?.()]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('grants writing plain text to the clipboard', () => {
    expect(session.checkHandler?.(null, 'clipboard-sanitized-write')).toBe(true);
  });

  it('prevents downloads', () => {
    let isPrevented = false;
    session.emit('will-download', { preventDefault: () => (isPrevented = true) });
    expect(isPrevented).toBe(true);
  });
});

describe('guardContents', () => {
  it('prevents every navigation, denies every new window and lets no page refuse to unload', () => {
    const contents = new FakeContents();
    guardContents(contents as unknown as WebContents, true);
    const events = ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'];
    // What is prevented by the last one is that the page stays.
    for (const event of [...events, 'will-prevent-unload']) {
      let isPrevented = false;
      contents.emit(event, { preventDefault: () => (isPrevented = true) });
      expect([event, isPrevented]).toEqual([event, true]);
    }
    expect(contents.openHandler?.()).toEqual({ action: 'deny' });
    expect(contents.ipPolicy).toBe('disable_non_proxied_udp');
    expect(contents.listenerCount('devtools-opened')).toBe(1);
  });
});
