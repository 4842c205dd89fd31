import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import { ALL_ORDERS } from '#shared/order/exits/selection.ts';
import { buildValidInputs, listTextFields } from '#test/security/fieldsOf.ts';
import { makeIntent } from '#test/slice/makers.ts';

const fineOf = (name: CommandName) => buildValidInputs(name)[0] as Record<string, unknown>;
/** The keys that may be absent; in every other place an absent key would silently mean something. */
const OPTIONAL: readonly string[] = ['order.export filter', 'account.open kind', 'order.place isPriceTyped'];
const accepts = (name: CommandName, input: unknown): boolean => COMMANDS[name].input.safeParse(input).success;

describe('the bridge’s contract', () => {
  it('names every command once, as area and verb', () => {
    expect(new Set(COMMAND_NAMES).size).toBe(COMMAND_NAMES.length);
    for (const name of COMMAND_NAMES) expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
  });

  it('requires the password of every step-up', () => {
    const withoutPassword = COMMAND_NAMES.filter(
      (name) => rulesOf(name).isStepUp && !listTextFields(COMMANDS[name].input).includes('password'),
    );
    expect(withoutPassword).toEqual([]);
  });

  it('writes every step-up into the security log', () => {
    expect(COMMAND_NAMES.filter((name) => rulesOf(name).isStepUp && rulesOf(name).logged === undefined)).toEqual([]);
  });

  it('refuses an unknown key, a missing key and a value of another type in every command', () => {
    for (const name of COMMAND_NAMES) {
      const fine = fineOf(name);
      expect(accepts(name, { ...fine, extra: 1 })).toBe(false);
      for (const value of [null, undefined, 5, 'x', [], [fine]]) expect(accepts(name, value)).toBe(false);
      for (const key of Object.keys(fine)) {
        const { [key]: _, ...less } = fine;
        expect([name, key, accepts(name, less)]).toEqual([name, key, OPTIONAL.includes(`${name} ${key}`)]);
        expect([name, key, accepts(name, { ...fine, [key]: Symbol('x') })]).toEqual([name, key, false]);
      }
    }
  });

  it('refuses a key named __proto__ as it comes over the wire', () => {
    for (const name of COMMAND_NAMES) {
      const text = encodeMessage(fineOf(name)).replace('{', '{"__proto__":{"armed":true},').replace(',}', '}');
      expect([name, accepts(name, decodeMessage(text))]).toEqual([name, false]);
    }
  });

  it('refuses minutes out of bounds and limits that are not amounts', () => {
    for (const minutes of [0, 61, 1.5, -1, Number.NaN]) {
      expect(accepts('vault.setLockTimes', { password: 'p', screenMinutes: minutes, keysMinutes: 30 })).toBe(false);
      expect(accepts('vault.setLockTimes', { password: 'p', screenMinutes: 1, keysMinutes: minutes })).toBe(false);
    }
    for (const orderCost of ['', '5', 5, 1.5, null]) {
      expect(accepts('risk.setLimits', { password: 'p', limits: { orderCost } })).toBe(false);
    }
    expect(accepts('risk.setLimits', { password: null, limits: { noSuchLimit: 1n } })).toBe(false);
  });

  it('refuses numbers outside the bounds of their unit', () => {
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1, 2 ** 53, '610000', 610_000n, null]) {
      expect(accepts('order.place', { ...makeIntent(), price: bad })).toBe(false);
      expect(accepts('order.place', { ...makeIntent(), shares: bad })).toBe(false);
    }
    expect(accepts('order.place', { ...makeIntent(), price: 0 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), price: 1_000_000 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), bookVersion: 1.5 })).toBe(false);
    expect(accepts('order.place', { ...makeIntent(), bookVersion: null })).toBe(true);
  });

  it('refuses ids that could leave a path', () => {
    expect(accepts('order.cancel', { orderId: '../../x' })).toBe(false);
    expect(accepts('order.cancelAll', { ...ALL_ORDERS, market: 'a/b' })).toBe(false);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001', orderId: null })).toBe(true);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001' })).toBe(false);
    expect(accepts('order.resolveUnknown', { intentId: 'intent-0001', orderId: '../7' })).toBe(false);
    expect(accepts('feed.watch', { ...fineOf('feed.watch'), underlyings: ['BTC.USD'] })).toBe(false);
  });

  it('refuses a drill that is not in the table, and a fault instead of a drill', () => {
    for (const kind of ['', 'silent_socket', 'toString', '__proto__', 0])
      expect(accepts('drill.start', { kind })).toBe(false);
    expect(accepts('drill.start', { kind: 'cutLine', target: '' })).toBe(false);
  });

  it('keeps the parser’s own message about the expected value', () => {
    const result = COMMANDS['order.place'].input.safeParse({ ...makeIntent(), price: 0 });
    expect(result.error?.issues[0]?.message).toBe('Expected a price between 0 and 1, found 0');
  });
});
