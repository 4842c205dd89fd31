/**
 * Bytes chosen by the page: a secret in every text field of every command, in every lock state, never reaches the exchange.
 *
 * Shape       Fields and commands come from the bridge's schemas. Requests, headers, bodies and WebSocket frames are searched.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '#shared/ipc/commands.ts';
import type { Result } from '#shared/ipc/result.ts';
import { KINDS } from '#shared/order/conditional/kinds.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { buildInputs, chooseInputs, listTextFields } from './fieldsOf.ts';
import { buildPatterns, findSecrets, type Pattern } from './findSecrets.ts';
import { type Bench, openBench } from './openBench.ts';
import { readSent } from './sentText.ts';
import { answerOf, buildRestingIntent, PASSWORD, setUp, until } from './walk.ts';

vi.mock('#main/vault/file/kdf.ts', async (load) => {
  const { cheapKdf: deriveScrypt } = await import('#test/unit/main/vault/cheapKdf.ts');
  return { ...(await load<typeof import('#main/vault/file/kdf.ts')>()), deriveScrypt };
});

/** Of a form that every id, name and password of the bridge may have; as hex it is a private key and a hash. */
const SECRET = 'Zq7-typed-4f9KbX2w-by-a-person-8';
/** Fields whose text is meant for the exchange. */
const ALLOWED: Readonly<Record<string, string>> = {
  'account.connect apiKey': 'the API key is a header of the exchange, after the password and a question that shows it',
};

const hex = Buffer.from(SECRET).toString('hex');
const reverse = (text: string): string => [...text].reverse().join('');
const escapeAll = (text: string): string => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
const SPELLINGS: readonly string[] = [
  SECRET,
  hex,
  `0x${hex}`,
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(SECRET).toString('base64url'),
  escapeAll(SECRET),
  reverse(SECRET),
  reverse(hex),
  // A key id has 16 bytes.
  hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5'),
];

const CONDITIONAL_KINDS = Object.keys(KINDS);

/** Halves, so that a field that holds only a part is found too. */
const HALVES = [SECRET.slice(0, 16), SECRET.slice(16)];
const PATTERNS: readonly Pattern[] = [
  ...buildPatterns(HALVES.map((text, index) => ({ name: `half ${index + 1}`, bytes: Buffer.from(text) }))),
  ...HALVES.flatMap((text) =>
    [reverse(text), reverse(Buffer.from(text).toString('hex')), escapeAll(text), escapeAll(text).toUpperCase()].map(
      (spelled) => ({ secret: text, encoding: `spelled ${spelled.slice(0, 6)}`, bytes: Buffer.from(spelled) }),
    ),
  ),
];

const STATES = ['no vault', 'unlocked', 'armed', 'screen-locked', 'locked'] as const;

let bench: Bench;
let shiftMs = 0;
const readClock = Date.now;
beforeEach(async () => {
  shiftMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => readClock() + shiftMs);
  bench = await openBench();
});
afterEach(async () => {
  await bench.close();
  vi.restoreAllMocks();
});

/** Brings the terminal into a state; answers what the page knows in it, by the last name of a field. */
async function enter(state: (typeof STATES)[number]): Promise<Record<string, string>> {
  const markets = await until(() => {
    const found = bench.shown.catalogue?.markets ?? [];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  const { id: market } = markets[0]!;
  const known = { password: PASSWORD, market, books: market, tapes: market };
  if (state === 'no vault') return known;
  await setUp(bench, { kind: 'random' });
  const intent = await buildRestingIntent(bench);
  answerOf(await bench.call('account.arm', { armed: true }));
  const { orderId } = answerOf(await bench.call('order.place', intent));
  if (state !== 'armed') answerOf(await bench.call('account.arm', { armed: false }));
  if (state === 'screen-locked') {
    shiftMs = 11 * 60_000;
    answerOf(await bench.call('app.noteAct', {}));
    await until(() => expect(bench.shown.wallet?.lockReason?.code).toBe('idle'));
    expect(bench.shown.wallet?.custody.keysInMemory).toBe(true);
  }
  if (state === 'locked') bench.lockReason('suspend');
  return { ...known, orderId: orderId!, intentId: 'known-intent-1' };
}

/** Commands whose terms have hundreds of forms. */
const isManifold = (name: CommandName): boolean => name.startsWith('conditional.');

/** Every call with the secret in one text field; the other fields are filled with what is known. */
function* listCalls(known: Readonly<Record<string, string>>): Generator<readonly [CommandName, string, string]> {
  // Wrong passwords last: they delay every later one.
  yield* listCallsOf(known, (field) => field !== 'password');
  yield* listCallsOf(known, (field) => field === 'password');
}

function* listCallsOf(
  known: Readonly<Record<string, string>>,
  isIncluded: (field: string) => boolean,
): Generator<readonly [CommandName, string, string]> {
  const fields = FIELDS.filter(({ field }) => isIncluded(field));
  for (const [at, spelling] of SPELLINGS.entries()) {
    for (const { name, field, forms } of fields) {
      for (const form of isManifold(name) ? takeTurns(forms, at) : forms)
        yield [name, field, fill(form, field, known, spelling)];
    }
  }
}

/** Every form in one spelling at least, and every spelling in one form. */
function takeTurns(forms: readonly string[], turn: number): readonly string[] {
  const own = forms.filter((_form, at) => at % SPELLINGS.length === turn);
  return own.length > 0 ? own : [forms[turn % forms.length]!];
}

const TOKEN = /<<([\w.]+)>>/g;

/** The secret in the field, and in every field that is not known. */
function fill(form: string, field: string, known: Readonly<Record<string, string>>, spelling: string): string {
  return form.replaceAll(TOKEN, (_token, path: string) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    return path === field ? spelling : (known[name] ?? spelling);
  });
}

/** Text fields of each command with the inputs that have them: all, or of manifold ones a few that have every option. */
const FIELDS = COMMAND_NAMES.flatMap((name) => {
  const inputs = buildInputs(COMMANDS[name].input, (path) => `<<${path}>>`);
  const texts = new Map(inputs.map((input) => [input, encodeMessage(input)]));
  return listTextFields(COMMANDS[name].input).map((field) => {
    const having = inputs.filter((input) => texts.get(input)!.includes(`<<${field}>>`));
    const chosen = isManifold(name) ? chooseInputs(having) : having;
    return { name, field, forms: chosen.map((input) => texts.get(input)!) };
  });
});

/** A request that leaves after all others: the pacing keeps their order. */
async function flush(known: Readonly<Record<string, string>>): Promise<void> {
  const market = known.market as never;
  answerOf(
    await bench.call('feed.watch', {
      books: [market],
      tapes: [],
      candles: [{ market, period: '1w' }],
      underlyings: [],
    }),
  );
  await until(() => expect(bench.sent()).toContain(`${known.market}.kline-1w`));
  await until(() => expect(bench.sent()).toMatch(/k-line\S*period=10080/));
}

const findSent = (): string[] => readSent(bench.taps).flatMap((bytes) => findSecrets(bytes, PATTERNS));

describe('a secret in any text field', () => {
  it('is in every command that has text, by the schemas', () => {
    const fields = COMMAND_NAMES.flatMap((name) =>
      listTextFields(COMMANDS[name].input).map((field) => `${name} ${field}`),
    );
    expect(fields.length).toBeGreaterThan(40);
    expect(fields).toEqual(
      expect.arrayContaining([
        'feed.watch books',
        'feed.watch candles.market',
        'feed.watch underlyings',
        'order.cancel orderId',
        'order.cancelAll market',
        'vault.create key.phrase',
      ]),
    );
    expect(fields).toEqual(expect.arrayContaining(Object.keys(ALLOWED)));
    expect(FIELDS.filter(({ forms }) => forms.length === 0)).toEqual([]);
  });

  it('is in terms of every kind', () => {
    const kinds = (field: string): Set<string> => {
      const { forms } = FIELDS.find((one) => one.name === 'conditional.arm' && one.field === field)!;
      return new Set(forms.flatMap((form) => [...form.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind!)));
    };
    expect([...kinds('terms.outcome.market')]).toEqual(
      expect.arrayContaining([...CONDITIONAL_KINDS, 'all', 'any', 'underlying']),
    );
  });

  it.each(STATES)('reaches the exchange in no request and no stream: %s', async (state) => {
    const known = await enter(state);
    // The person agrees to nothing here; the next test agrees to the one text that is meant for the exchange.
    bench.agree = false;
    let calls = 0;
    for (const [name, field, text] of listCalls(known)) {
      if (`${name} ${field}` in ALLOWED) continue;
      const answer = decodeMessage(await bench.send(name, text)) as Result<unknown>;
      if (!answer.ok) expect(answer.error.code).not.toBe('BUG');
      calls += 1;
    }
    expect(calls).toBeGreaterThan(300);
    await flush(known);
    expect(findSent()).toEqual([]);
    // The search finds what was sent.
    expect(readSent(bench.taps).some((bytes) => bytes.includes(`${known.market}.ob-inc`))).toBe(true);
  });

  it('reaches it only as the API key that the person agreed to, in its own header', async () => {
    const known = await enter('unlocked');
    const before = bench.taps.length;
    answerOf(await bench.call('account.connect', { apiKey: SECRET, apiSecret: 'none', password: PASSWORD }));
    expect(bench.questions.at(-1)?.facts).toContainEqual({ label: 'API key', value: SECRET });
    await until(() => expect(bench.sent()).toContain(SECRET));
    await flush(known);
    const requests = readSent(bench.taps.slice(before)).join('\n').split('\r\n');
    const lines = requests.filter((line) => line.includes(SECRET));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^X-Auth-Apikey: \S+$/i);
  });

  it('is no API key unless it has the form of one', async () => {
    await enter('unlocked');
    const questions = bench.questions.length;
    for (const apiKey of ['short', 'accênted-key', 'mark<up>-in-a-key']) {
      const answer = await bench.call('account.connect', { apiKey, apiSecret: 'none', password: PASSWORD });
      expect(answer).toMatchObject({ ok: false, error: { code: 'BAD_KEY' } });
    }
    expect(bench.questions).toHaveLength(questions);
  });
});

describe('what the page watches', () => {
  it('is kept until the exchange lists it, and then streamed', async () => {
    const { market } = await enter('no vault');
    await bench.restart();
    // The new page asks before the catalogue is read.
    const interest = { books: [market!, SECRET], tapes: [], candles: [], underlyings: [] };
    answerOf(await bench.call('feed.watch', interest));
    await until(() => expect(bench.shown.books?.find((book) => book.market === market)?.health.at).toBe('live'));
    expect(findSent()).toEqual([]);
  });
});

describe('an order that the account does not have', () => {
  it('is refused without a request; known ones of this and of other clients are cancelled', async () => {
    const { orderId } = await enter('unlocked');
    const count = () => bench.sent().match(/cancel/g)?.length ?? 0;
    const before = count();
    for (const id of ['999999999', SECRET]) {
      expect(await bench.call('order.cancel', { orderId: id })).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND', parameters: { what: 'order' } },
      });
    }
    expect(await bench.call('order.cancelAll', { ...ALL_ORDERS, market: SECRET })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND', parameters: { what: 'market' } },
    });
    expect(count()).toBe(before);
    expect(answerOf(await bench.call('order.cancel', { orderId: orderId! })).outcome).toBe('cancelled');
    expect(count()).toBeGreaterThan(before);
  });
});
