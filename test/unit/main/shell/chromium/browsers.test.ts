import { describe, expect, it } from 'vitest';
import { findInstalledBrowser, listBrowserCandidates } from '#main/shell/chromium/browsers.ts';

const linux = { platform: 'linux', env: { PATH: '/usr/bin:relative:/opt/bin' }, home: '/home/a' } as const;

describe('findInstalledBrowser', () => {
  it('searches absolute folders of PATH only, Chrome before Edge before Chromium', () => {
    const files = listBrowserCandidates(linux).map(({ executable }) => executable);
    expect(files[0]).toBe('/usr/bin/google-chrome-stable');
    expect(files.every((file) => file.startsWith('/'))).toBe(true);
    const there = new Set(['/opt/bin/chromium', '/usr/bin/microsoft-edge']);
    expect(findInstalledBrowser(linux, (file) => there.has(file))).toEqual({
      name: 'Microsoft Edge',
      executable: '/usr/bin/microsoft-edge',
      env: {},
    });
  });

  it('knows the browser paths of macOS and Windows', () => {
    const mac = { platform: 'darwin', env: {}, home: '/Users/a' } as const;
    expect(findInstalledBrowser(mac, (file) => file.startsWith('/Users/a/Applications/Microsoft Edge'))?.name).toBe(
      'Microsoft Edge',
    );
    const windows = { platform: 'win32', env: { PROGRAMFILES: 'C:\\Program Files' }, home: 'C:\\a' } as const;
    expect(listBrowserCandidates(windows)[0]?.executable).toBe(
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    );
  });

  it('answers null without an installed browser', () => {
    expect(findInstalledBrowser(linux, () => false)).toBeNull();
  });
});
