import { expect, it } from 'vitest';
import { LockedError } from '#main/venue/errors.ts';
import { DEFAULT_PROFILE } from '#main/venue/profile.ts';
import { type Credentials, openRest, type RestOptions } from '#main/venue/rest.ts';

const credentialsOf = (apiKey: string): Credentials => ({ apiKey, sign: () => 'signature' });

/** A client whose clock is measured when `measured` is called. */
function make() {
  let current: Credentials | null = credentialsOf('first-api-key');
  let measured = (): void => undefined;
  const measurement = new Promise<void>((resolve) => {
    measured = resolve;
  });
  const sent: unknown[] = [];
  const http = {
    send: async (request: unknown) => {
      sent.push(request);
      return { status: 200, text: '{}', header: () => null };
    },
  };
  const rest = openRest({
    now: () => 0,
    random: () => 0,
    schedule: () => () => undefined,
    readHttp: http,
    actionHttp: http,
    clock: () => ({ isMeasured: () => false, measure: () => measurement, nextNonce: () => 1 }),
    limiter: { acquire: () => null },
    cache: { find: () => null, store: () => undefined },
    credentials: () => current,
    extraHeaders: {},
    profile: DEFAULT_PROFILE,
    onRefused: () => undefined,
  } as unknown as RestOptions);
  return {
    rest,
    sent,
    measured,
    select(next: Credentials | null) {
      current = next;
    },
  };
}

const REQUESTS = [
  ['a post', (rest: ReturnType<typeof openRest>) => rest.postPrivate('/orders', '{}')],
  ['a read', (rest: ReturnType<typeof openRest>) => rest.getPrivate('/balances')],
  ['an upgrade', (rest: ReturnType<typeof openRest>) => rest.signUpgrade('/stream')],
] as const;

it.each(REQUESTS)('never sends %s with another API key than the one it was started with', async (_what, start) => {
  const { rest, sent, measured, select } = make();
  const waiting = start(rest);
  select(credentialsOf('second-api-key'));
  measured();
  await expect(waiting).rejects.toBeInstanceOf(LockedError);
  expect(sent).toEqual([]);
});

it.each(REQUESTS)('does not start %s without credentials', async (_what, start) => {
  const { rest, select } = make();
  select(null);
  await expect(start(rest)).rejects.toBeInstanceOf(LockedError);
});

it.each(REQUESTS.slice(0, 2))('sends %s with the key it was started with', async (_what, start) => {
  const { rest, sent, measured } = make();
  measured();
  await start(rest);
  expect(JSON.stringify(sent)).toContain('first-api-key');
});
