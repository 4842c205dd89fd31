/** Wallet, order and account endpoints of the authenticated member. Source: docs/exchange-interface.md#endpoints-wallet, #endpoints-trading. */
import { formatMicros } from '#shared/units/micros.ts';
import { parseInteger } from '#shared/units/numbers.ts';
import type { PlaceRefusal } from '../../engine/engine.ts';
import type { Order } from '../../engine/state.ts';
import type { Member } from '../members/members.ts';
import { checkPlacement } from '../members/placement.ts';
import { prepareSessionKey } from '../members/sessionKey.ts';
import { encodeWallet, relay } from '../members/wallet.ts';
import { readBody } from './body.ts';
import { encodeBalance, encodeFill, encodeOrder, encodePosition } from './encode.ts';
import { buildPhoneRoutes } from './identityRoutes.ts';
import { ALLOWANCES, buildMeter } from './limits.ts';
import { pageOf } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Call, PrivateRoute, Reply } from './route.ts';

const ACCOUNT = '/api/v2/atlas/account';
const ORDERS = '/api/v2/pythia/orders';
const STATES = ['pending', 'wait', 'done', 'cancel', 'reject'];

/** Built once per exchange, because it counts rate limits. */
export function buildPrivateRoutes(): PrivateRoute[] {
  const orderMeter = buildMeter(ALLOWANCES.orders);
  const relayMeter = buildMeter(ALLOWANCES.relay);
  const setupMeter = buildMeter(ALLOWANCES.setup);
  /** Named in the interface's limits without a payload. */
  const notShown = (method: 'POST' | 'DELETE', path: string): PrivateRoute => ({
    method,
    path: `${ACCOUNT}/${path}`,
    answer({ core }, member) {
      setupMeter.count(`${member.id}`, core.clock.wallMs());
      throw new Refusal(422, 'account.custody.not_offered');
    },
  });
  return [
    ...buildPhoneRoutes(),
    notShown('POST', 'wallet/passkey'),
    notShown('DELETE', 'wallet/session-key'),
    notShown('POST', 'market_requests'),
    {
      method: 'POST',
      path: `${ACCOUNT}/wallet/session-key`,
      answer({ core, body }, member) {
        setupMeter.count(`${member.id}`, core.clock.wallMs());
        return { value: prepareSessionKey(member, readBody(body, 400), core.clock.wallMs()) };
      },
    },
    { method: 'GET', path: `${ACCOUNT}/wallet`, answer: ({ core }, member) => ({ value: encodeWallet(member, core) }) },
    { method: 'GET', path: `${ACCOUNT}/wallet/markets/{id}`, answer: fetchMarketWallet },
    {
      method: 'POST',
      path: `${ACCOUNT}/wallet/relay`,
      answer(call, member) {
        relayMeter.count(`${member.id}`, call.core.clock.wallMs());
        const relayed = relay(call.core, member, readBody(call.body), call.nowMs);
        return relayed instanceof Promise ? relayed.then((value) => ({ value })) : { value: relayed };
      },
    },
    {
      method: 'POST',
      path: `${ACCOUNT}/orders`,
      answer(call, member) {
        orderMeter.count(`${member.id}`, call.core.clock.wallMs());
        return placeOrder(call, member);
      },
    },
    {
      method: 'GET',
      path: `${ACCOUNT}/balances`,
      answer: ({ query }, { account, kind }) => listOf([encodeBalance(account, kind)], query),
    },
    { method: 'GET', path: `${ACCOUNT}/contracts`, answer: listFills },
    { method: 'GET', path: `${ACCOUNT}/positions`, answer: listPositions },
    {
      method: 'GET',
      path: `${ACCOUNT}/rewards/pending`,
      answer: ({ query }, { account }) => listOf([{ currency: 'usdc', amount: formatMicros(account.rewards) }], query),
    },
    { method: 'GET', path: ORDERS, answer: listOrders },
    {
      method: 'GET',
      path: `${ORDERS}/{id}`,
      answer: (call, member) => ({ value: encodeOne(call, findOrder(call, member)) }),
    },
    { method: 'POST', path: `${ORDERS}/{id}/cancel`, answer: cancelOrder },
  ];
}

function listOf(all: readonly unknown[], query: URLSearchParams): Reply {
  const { items, headers } = pageOf(all, query);
  return { value: items, headers };
}

const PLACE_CODES: Readonly<Record<PlaceRefusal, string>> = {
  closed: 'market.market.doesnt_exist_or_not_enabled',
  bounds: 'market.order.invalid_volume_or_price',
  insufficient: 'market.account.insufficient_balance',
  post_only: 'market.order.post_only_would_cross',
};

function placeOrder({ core, body, nowMs }: Call, member: Member): Reply {
  const fields = readBody(body);
  if (fields.market === undefined) throw new Refusal(422, 'market.order.missing_market');
  const market = typeof fields.market === 'string' ? core.markets.get(fields.market) : null;
  if (!market) throw new Refusal(422, 'market.market.doesnt_exist_or_not_enabled');
  if (core.faults.isArmed && core.faults.take('wallet_rejection', market.slug)) {
    throw new Refusal(422, 'account.custody.order_signature_rejected');
  }
  const hasOtherDomain = core.faults.hasOtherDomain();
  const checked = checkPlacement(fields, member, {
    ids: core.markets.ids(market),
    nowMs,
    hasOtherDomain,
    direction: core.direction,
  });
  let accepted: unknown = null;
  const { engine } = core.world;
  const delay = core.faults.isArmed ? core.faults.take('pending', market.slug) : null;
  if (core.faults.isArmed && core.faults.take('settlement_failure', market.slug)) member.account.failures += 1;
  const request = { ...checked, account: member.account, market: market.book, pending: delay !== null };
  const result = engine.place(request, nowMs, (order) => {
    accepted = encodeOrder(order, market.slug);
  });
  if (!result.ok) throw new Refusal(422, PLACE_CODES[result.why]);
  if (checked.signed !== null) core.settlement?.noteOrder(result.order, checked.signed);
  if (checked.digest !== null) {
    member.digests.add(checked.digest);
    core.persistence.noteDigest(member, checked.digest);
  }
  if (delay) {
    core.later(delay.ms, () => {
      engine.activate(result.order, core.clock.nowMs());
      core.world.flush(market.book);
    });
  }
  core.world.flush(market.book);
  return { status: 201, value: accepted };
}

function fetchMarketWallet({ core, params }: Call, member: Member): Reply {
  const ids = core.markets.ids(core.markets.find(params.id!));
  return {
    value: {
      ...encodeWallet(member, core),
      condition_id: ids.conditionId,
      yes_token_id: ids.yesTokenId,
      no_token_id: ids.noTokenId,
    },
  };
}

function encodeOne({ core }: Call, order: Order): Record<string, unknown> {
  return encodeOrder(order, core.markets.ofBook(order.market).slug);
}

function findOrder({ core, params }: Call, member: Member): Order {
  const id = params.id!;
  const order = /^\d{1,15}$/.test(id) ? core.world.engine.orders.get(parseInteger(id)) : undefined;
  if (order?.account !== member.account) throw new Refusal(404, 'record.not_found');
  return order;
}

function listOrders(call: Call, member: Member): Reply {
  const { core, query } = call;
  const state = query.get('state');
  if (state !== null && !STATES.includes(state)) throw new Refusal(422, 'market.order.invalid_state');
  const name = query.get('market');
  const market = name === null ? null : core.markets.find(name);
  const all: Order[] = [];
  for (const order of core.world.engine.orders.values()) {
    if (order.account !== member.account) continue;
    if (state !== null && order.state !== state) continue;
    if (market !== null && order.market !== market.book) continue;
    all.push(order);
  }
  const { items, headers } = pageOf(all.reverse(), query);
  return { value: items.map((order) => encodeOne(call, order)), headers };
}

function cancelOrder({ core, params, nowMs, ...call }: Call, member: Member): Reply {
  const order = findOrder({ core, params, nowMs, ...call }, member);
  const { engine } = core.world;
  const isOpen = order.state === 'wait' || order.state === 'pending';
  const slug = core.markets.ofBook(order.market).slug;
  const lag = isOpen && core.faults.isArmed ? core.faults.take('cancel_lag', slug) : null;
  if (lag) {
    // The cancel is pending; fills until then count.
    core.later(lag.ms, () => {
      engine.cancel(order, core.clock.nowMs());
      core.world.flush(order.market);
    });
    return { value: { id: order.id, state: order.state } };
  }
  if (!engine.cancel(order, nowMs)) throw new Refusal(422, 'market.order.invalid_state');
  core.world.flush(order.market);
  return { value: { id: order.id, state: order.state } };
}

function listFills({ core, query }: Call, member: Member): Reply {
  const { items, headers } = pageOf([...member.fills].reverse(), query);
  return {
    value: items.map((fill) => encodeFill(fill, core.markets.ofBook(fill.order.market).slug)),
    headers,
  };
}

function listPositions({ core, query }: Call, member: Member): Reply {
  const all: Record<string, unknown>[] = [];
  for (const [book, pair] of member.account.holdings) {
    const market = core.world.engine.markets.get(book);
    if (!market) continue;
    const { slug } = core.markets.ofBook(market);
    for (const outcome of ['yes', 'no'] as const) {
      const holding = pair[outcome];
      if (holding.quantity > 0 || holding.realized !== 0) all.push(encodePosition(holding, slug, outcome, member.kind));
    }
  }
  const { items, headers } = pageOf(all, query);
  return { value: items, headers };
}
