import { describe, expect, it } from 'vitest';
import { parseStartOptions, StartError } from '#main/shell/startOptions.ts';

const test = (base: string, ws: string) => ['--base-url', base, '--ws-base-url', ws];

describe('parseStartOptions', () => {
  it('starts on the embedded exchange by default', () => {
    expect(parseStartOptions([])).toMatchObject({ network: { kind: 'paper' }, headless: false, forSeconds: null });
    expect(parseStartOptions(['--seed', '7']).network).toEqual({ kind: 'paper', seed: 7 });
  });

  it('accepts a test exchange on this machine and drops the trailing slash', () => {
    expect(parseStartOptions(test('http://127.0.0.1:8080/', 'ws://127.0.0.1:8080')).network).toEqual({
      kind: 'test',
      baseUrl: 'http://127.0.0.1:8080',
      wsBaseUrl: 'ws://127.0.0.1:8080',
    });
  });

  it.each([
    ['a path', test('http://127.0.0.1:8080', 'ws://127.0.0.1:8080/ws')],
    ['https alone', test('https://example.com', 'ws://127.0.0.1:1')],
    ['wss alone', test('http://127.0.0.1:1', 'wss://example.com')],
    ['another host', test('http://example.com', 'ws://127.0.0.1:1')],
    ['a name for this machine', test('http://localhost:1', 'ws://127.0.0.1:1')],
    ['a host that begins alike', test('http://127.0.0.1.example.com', 'ws://127.0.0.1:1')],
    ['a user in the URL', test('http://a:b@127.0.0.1:1', 'ws://127.0.0.1:1')],
    ['the protocols swapped', test('ws://127.0.0.1:1', 'http://127.0.0.1:1')],
    ['a file', test('file:///etc/passwd', 'ws://127.0.0.1:1')],
    ['no URL', test('here', 'there')],
    ['one URL of two', ['--base-url', 'http://127.0.0.1:1']],
    ['a seed for a test exchange', [...test('http://127.0.0.1:1', 'ws://127.0.0.1:1'), '--seed', '1']],
    ['an unknown option', ['--no-sandbox']],
    ['a bare word', ['live']],
    ['--for without --headless', ['--for', '3']],
    ['--picture without --headless', ['--picture', 'a.png']],
    ['--for with text', ['--headless', '--for', 'ever']],
    ['another shell', ['--shell', 'firefox']],
    ['Electron without a window', ['--headless', '--shell', 'electron']],
  ])('refuses %s with a sentence', (_what, args) => {
    expect(() => parseStartOptions(args)).toThrow(StartError);
  });

  it('names an unknown option without the advice of the parser', () => {
    expect(() => parseStartOptions(['--bad'])).toThrow(/^Unknown option '--bad'$/);
  });

  const live = test('https://exchange.example/', 'wss://streams.exchange.example:8443');

  it('accepts a live exchange by https and wss', () => {
    expect(parseStartOptions(live).network).toEqual({
      kind: 'live',
      baseUrl: 'https://exchange.example',
      wsBaseUrl: 'wss://streams.exchange.example:8443',
    });
  });

  it.each([[['--headless']], [['--shell', 'chromium']], [['--browser', '/usr/bin/chromium']]])(
    'refuses a live exchange with %j, since real keys live in the Electron shell only',
    (words) => {
      expect(() => parseStartOptions([...live, ...words])).toThrow(/needs the Electron shell/);
    },
  );

  it('never repeats a password that a URL carried', () => {
    try {
      parseStartOptions(test('http://me:hunter2@127.0.0.1:1', 'ws://127.0.0.1:1'));
    } catch (error) {
      expect(String(error)).not.toContain('hunter2');
    }
    expect.assertions(1);
  });
});
