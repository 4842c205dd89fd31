import { describe, expect, it } from 'vitest';
import { buildTlsOptions, parseEndpoints } from '#main/venue/network.ts';
import { openVenue } from '#main/venue/venue.ts';

describe('endpoints', () => {
  it('are 127.0.0.1 without TLS on paper and test', () => {
    for (const network of ['paper', 'test'] as const) {
      expect(parseEndpoints(network, 'http://127.0.0.1:81/', 'ws://127.0.0.1:81')).toEqual({
        httpOrigin: 'http://127.0.0.1:81',
        wsOrigin: 'ws://127.0.0.1:81',
      });
      for (const base of [
        'http://localhost:81',
        'http://127.0.0.1.evil.example',
        'https://127.0.0.1',
        'http://10.0.0.1',
        'http://127.0.0.1@evil.example',
        'http://[::1]:81',
      ]) {
        expect(() => parseEndpoints(network, base, 'ws://127.0.0.1:81')).toThrow(
          'Expected a base URL http://127.0.0.1:PORT',
        );
      }
    }
  });

  it('are https and wss only on live', () => {
    expect(parseEndpoints('live', 'https://api.example.org', 'wss://api.example.org')).toEqual({
      httpOrigin: 'https://api.example.org',
      wsOrigin: 'wss://api.example.org',
    });
    expect(() => parseEndpoints('live', 'http://api.example.org', 'wss://api.example.org')).toThrow('https:');
    expect(() => parseEndpoints('live', 'https://api.example.org', 'ws://api.example.org')).toThrow('wss:');
    for (const base of ['https://a.example/path', 'https://a.example?x=1', 'ftp://a.example', 'a.example', '']) {
      expect(() => parseEndpoints('live', base, 'wss://a.example')).toThrow('Expected a base URL https://HOST');
    }
  });

  it('never show the login of a URL', () => {
    expect(() => parseEndpoints('live', 'https://user:hunter2@a.example', 'wss://a.example')).toThrow(
      /found one with a login$/,
    );
  });

  it('verify certificates whatever the environment sets', () => {
    expect(buildTlsOptions('http://127.0.0.1:1')).toEqual({});
    expect(buildTlsOptions('https://a.example')).toMatchObject({
      rejectUnauthorized: true,
      secureContext: expect.anything(),
    });
  });

  it('accept extra headers on local networks only', () => {
    expect(() =>
      openVenue({
        baseUrl: 'https://a.example',
        wsBaseUrl: 'wss://a.example',
        network: 'live',
        extraHeaders: { 'X-Adyton-Paper': 'token' },
        now: () => 0,
        random: () => 0,
      }),
    ).toThrow('Expected no extra headers on network live, found some');
  });
});
