/**
 * Persistence of the exchange: records changes, writes them before a response leaves, restores them.
 *
 * Invariants  Everything that a member received is on disk. After a restore the engine's invariants hold: locks and escrow
 *             are computed from orders and holdings.
 * Errors      `flush` and `save` throw what the store throws, and keep what they could not write for the next call.
 */
import type { Account, Fill, Order } from '../../engine/state.ts';
import type { World } from '../../simulation/world.ts';
import type { Member, Members } from '../members/members.ts';
import type { SavedFill, SavedMember, SavedOrder } from '../members/savedMember.ts';
import type { KnownMember, Store } from './store.ts';

export interface Persistence {
  noteOrder(order: Order): void;
  noteFill(fill: Fill): void;
  noteAccount(account: Account): void;
  noteMember(member: Member): void;
  noteKey(member: Member, key: string, secret: string): void;
  noteDigest(member: Member, digest: string): void;
  /** Writes the recorded changes. */
  flush(): void;
  /** Writes the recorded changes and the simulation. */
  save(): void;
  /** True while the latest write failed. */
  isFailing(): boolean;
}

export interface PersistenceParts {
  world(): World;
  members(): Members;
}

/** For an exchange in memory. */
export const NO_PERSISTENCE: Persistence = {
  noteOrder() {},
  noteFill() {},
  noteAccount() {},
  noteMember() {},
  noteKey() {},
  noteDigest() {},
  flush() {},
  save() {},
  isFailing: () => false,
};

export function buildPersistence(store: Store, parts: PersistenceParts): Persistence {
  const members = new Set<Member>();
  const orders = new Set<Order>();
  const fills: Fill[] = [];
  const keys: [number, string, string][] = [];
  const digests: [number, string][] = [];
  const slugOf = (order: Order): string => parts.world().ofBook(order.market).slug;
  const ownerOf = (account: Account): Member | null => parts.members().ofAccount(account);

  const put = (): void => {
    for (const member of members) store.putMember(saveMember(member, parts.world()));
    for (const order of orders) {
      const owner = ownerOf(order.account);
      if (owner) store.putOrder(owner.id, saveOrder(order, slugOf(order)));
    }
    for (const fill of fills) {
      const owner = ownerOf(fill.order.account);
      if (owner) store.putFill(owner.id, saveFill(fill));
    }
    for (const [member, key, secret] of keys) store.putKey(member, key, secret);
    for (const [member, digest] of digests) store.putDigest(member, digest);
  };
  const forget = (): void => {
    members.clear();
    orders.clear();
    fills.length = 0;
    keys.length = 0;
    digests.length = 0;
  };
  const noteAccount = (account: Account): void => {
    const owner = ownerOf(account);
    if (owner) members.add(owner);
  };

  // Orders refer to markets, so the stored simulation must not be older than the orders.
  let savedVersion = -1;
  const save = (): void => {
    store.write(() => {
      put();
      store.putWorld(parts.world().save());
      store.flushMinutes();
    });
    savedVersion = parts.world().version();
    forget();
  };

  return {
    noteOrder(order) {
      orders.add(order);
      noteAccount(order.account);
    },
    noteFill: (fill) => void fills.push(fill),
    noteAccount,
    noteMember: (member) => void members.add(member),
    noteKey: (member, key, secret) => void keys.push([member.id, key, secret]),
    noteDigest: (member, digest) => void digests.push([member.id, digest]),
    flush() {
      if (parts.world().version() !== savedVersion) return save();
      if (members.size + orders.size + fills.length + keys.length + digests.length === 0) return;
      store.write(put);
      forget();
    },
    save,
    isFailing: () => false,
  };
}

/** Restores members with balances, holdings, orders and fills; skips those of markets that no longer exist. */
export function restoreMembers(known: readonly KnownMember[], world: World, members: Members): void {
  const { engine } = world;
  const resting: Order[] = [];
  for (const { member: saved, keys, digests, orders, fills } of known) {
    const { balance, rewards, updatedAtMs, holdings, ...facts } = saved;
    const member = members.restore(facts);
    engine.restore.balance(member.account, balance, rewards, updatedAtMs);
    for (const { market, side, ...holding } of holdings) {
      const book = world.find(market)?.book;
      if (book) engine.restore.holding(member.account, book, side, holding);
    }
    for (const { key, secret } of keys) members.addKey(member, key, secret);
    for (const digest of digests) member.digests.add(digest);
    const byId = new Map<number, Order>();
    for (const order of orders) {
      const book = world.find(order.market)?.book;
      if (!book) continue;
      const restored = restoreOrder(order, member.account, book);
      byId.set(restored.id, restored);
      if (restored.state === 'wait') resting.push(restored);
      else engine.restore.order(restored);
    }
    for (const { orderId, ...fill } of fills) {
      const order = byId.get(orderId);
      if (order) member.fills.push({ ...fill, order });
    }
  }
  for (const order of resting.sort((a, b) => a.id - b.id)) engine.restore.order(order);
  const house = engine.accounts.find(({ isHouse }) => isHouse)!;
  engine.restore.sealSupply(house, world.nowMs());
}

function restoreOrder(saved: SavedOrder, account: Account, market: Order['market']): Order {
  const { market: _slug, ...order } = saved;
  const isBid = (order.side === 'yes') === (order.direction === 'buy');
  const yesTicks = order.side === 'yes' ? order.ticks : 100 - order.ticks;
  // A pending order never rested, and a market that closed meanwhile has cancelled its resting orders.
  const isOver = order.state === 'pending' || (order.state === 'wait' && !market.isOpen);
  return { ...order, ...(isOver ? { state: 'cancel', locked: 0 } : {}), account, market, isBid, yesTicks, turn: 0 };
}

function saveMember(member: Member, world: World): SavedMember {
  const { id, kind, owner, signingKey, setup, safeNonce, approvals, hasHandler, account } = member;
  const { balance, rewards, updatedAtMs } = account;
  const holdings = [...account.holdings].flatMap(([book, pair]) =>
    (['yes', 'no'] as const)
      .filter((side) => pair[side].updatedAtMs > 0)
      .map((side) => {
        const { quantity, cost, realized, updatedAtMs: atMs } = pair[side];
        const market = world.ofBook(world.engine.markets.get(book)!).slug;
        return { market, side, quantity, cost, realized, updatedAtMs: atMs };
      }),
  );
  return {
    id,
    kind,
    owner,
    signingKey,
    setup,
    safeNonce,
    approvals,
    hasHandler,
    balance,
    rewards,
    updatedAtMs,
    holdings,
  };
}

function saveOrder(order: Order, market: string): SavedOrder {
  const { id, side, direction, ticks, shares, remaining, locked, state, fills } = order;
  const { createdAtMs, updatedAtMs, expiresAtMs } = order;
  return {
    id,
    market,
    side,
    direction,
    ticks,
    shares,
    remaining,
    locked,
    state,
    fills,
    createdAtMs,
    updatedAtMs,
    expiresAtMs,
  };
}

function saveFill({ id, order, ticks, shares, value, fee, takerSide, atMs }: Fill): SavedFill {
  return { id, orderId: order.id, ticks, shares, value, fee, takerSide, atMs };
}
