/**
 * Client written from the interface document alone; imports nothing of this repository.
 *
 *   node test/venue/independent/client.ts http://127.0.0.1:PORT [TOKEN]
 *
 * Measures the clock, opens a member, sets its wallet up, follows a book, buys, rests, cancels, sells, sends collateral
 * away, and compares what streams and endpoints say. Prints one line per step; exits with 1 at the first failure.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { encodeFunctionData, parseAbi, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { WebSocket } from 'ws';

const [base, token] = process.argv.slice(2);
assert(base, 'Usage: client.ts BASE_URL [TOKEN]');
const { host, hostname, port } = new URL(base);
const guard: Record<string, string> = token ? { 'X-Adyton-Paper': token } : {};
const owner = privateKeyToAccount(generatePrivateKey());
const ZERO = '0x0000000000000000000000000000000000000000';
let key = '';
let secret = '';
let clockOffset = 0;

// biome-ignore lint/suspicious/noExplicitAny: the script reads responses without types.
type Json = any;

function ask(method: string, path: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; headers: Json; value: Json }>((resolve, reject) => {
    const call = request({ hostname, port, method, path, headers: { ...guard, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          value: text === '' ? null : JSON.parse(text),
        }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Signs the exact bytes sent: nonce + key + METHOD + target + body. */
function sign(method: string, path: string, body: string): Record<string, string> {
  const nonce = String(Date.now() + clockOffset);
  const signature = createHmac('sha256', secret)
    .update(nonce + key + method + path + body)
    .digest('hex');
  return { 'X-Auth-Apikey': key, 'X-Auth-Nonce': nonce, 'X-Auth-Signature': signature };
}

const open = (path: string) => ask('GET', path, {}, '');
function own(method: string, path: string, value?: unknown) {
  const body = value === undefined ? '' : JSON.stringify(value);
  return ask(method, path, sign(method, path, body), body);
}

function listen(kind: 'public' | 'private', streams: string[]) {
  const target = `/api/v2/websocket/${kind}?${streams.map((name) => `stream=${name}`).join('&')}`;
  const socket = new WebSocket(`ws://${host}${target}`, {
    headers: { ...guard, ...(kind === 'private' ? sign('GET', target, '') : {}) },
  });
  const seen: Json[] = [];
  const wakes: (() => void)[] = [];
  socket.on('message', (data) => {
    seen.push(JSON.parse(String(data)));
    for (const wake of wakes.splice(0)) wake();
  });
  socket.on('error', (error) => {
    throw error;
  });
  return {
    /** The first payload of a stream whose name matches. */
    async until(name: string, fits: (payload: Json) => boolean = () => true): Promise<Json> {
      for (let at = 0; ; ) {
        for (; at < seen.length; at += 1) if (name in seen[at] && fits(seen[at][name])) return seen[at][name];
        await new Promise<void>((resolve) => wakes.push(resolve));
      }
    },
    all: (name: string): Json[] => seen.filter((message) => name in message).map((message) => message[name]),
    close: () => socket.close(),
  };
}

const fields = (words: string) =>
  words.split(', ').map((word) => {
    const [type, name] = word.split(' ');
    return { type: type!, name: name! };
  });
const SAFE_TX = fields(
  'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
);
const ORDER = fields(
  'uint256 salt, address maker, address signer, address taker, uint256 tokenId, uint256 makerAmount, uint256 takerAmount, uint256 expiration, uint256 nonce, uint256 feeRateBps, uint8 side, uint8 signatureType',
);

const WALLET = '/api/v2/atlas/account/wallet';
async function relay(call: { to: string; data: string; operation: number; nonce: number }) {
  const { value: wallet } = await own('GET', WALLET);
  const message = {
    to: call.to,
    value: 0n,
    data: call.data,
    operation: call.operation,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: ZERO,
    refundReceiver: ZERO,
    nonce: BigInt(call.nonce),
  };
  const domain = { chainId: wallet.chain_id, verifyingContract: wallet.proxy_address };
  const signature = await owner.signTypedData({
    types: { SafeTx: SAFE_TX },
    primaryType: 'SafeTx',
    domain,
    message,
  } as Json);
  const { to, data, operation } = call;
  return own('POST', `${WALLET}/relay`, { safe: wallet.proxy_address, to, value: '0', data, operation, signature });
}

let salt = BigInt(Date.now());
async function place(market: string, side: 'yes' | 'no', direction: 'buy' | 'sell', price: string, volume: string) {
  const { value: wallet } = await own('GET', `${WALLET}/markets/${market}`);
  const tokens = parseUnits(volume, 6);
  const money = (parseUnits(price, 6) * tokens) / 1_000_000n;
  salt += 1n;
  const message = {
    salt,
    maker: wallet.proxy_address,
    signer: owner.address,
    taker: ZERO,
    tokenId: BigInt(side === 'yes' ? wallet.yes_token_id : wallet.no_token_id),
    makerAmount: direction === 'buy' ? money : tokens,
    takerAmount: direction === 'buy' ? tokens : money,
    expiration: 0n,
    nonce: 0n,
    feeRateBps: 0n,
    side: direction === 'buy' ? 0 : 1,
    signatureType: wallet.signature_type,
  };
  const signature = await owner.signTypedData({
    types: { Order: ORDER },
    primaryType: 'Order',
    domain: {
      name: wallet.domain_name,
      version: '1',
      chainId: wallet.chain_id,
      verifyingContract: wallet.exchange_address,
    },
    message,
  } as Json);
  const signed_order = {
    salt: String(message.salt),
    maker: message.maker,
    signer: message.signer,
    taker: message.taker,
    token_id: String(message.tokenId),
    maker_amount: String(message.makerAmount),
    taker_amount: String(message.takerAmount),
    expiration: '0',
    nonce: '0',
    fee_rate_bps: '0',
    side: message.side,
    signature_type: message.signatureType,
    signature,
  };
  const body = { market, side, ord_type: 'limit', price, volume, post_only: false, signed_order };
  return own('POST', '/api/v2/atlas/account/orders', body);
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function main(): Promise<void> {
  const before = Date.now();
  const { value: serverTime } = await open('/api/v2/atlas/public/timestamp');
  clockOffset = Math.round(serverTime - (before + Date.now()) / 2);
  say(`clock: ${clockOffset} ms apart`);

  const markets: Json[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await open(`/api/v2/pythia/public/markets?page=${page}&limit=10`);
    markets.push(...answer.value);
    assert.equal(answer.headers.page, String(page));
    if (answer.value.length < 10) {
      assert.equal(answer.headers.total, String(markets.length));
      break;
    }
  }
  const trading = markets.filter((market) => market.status === 'active' && market.order_book.yes_asks.length > 0);
  const { market_id: market } = trading.sort((a, b) => Number(b.volume_24h) - Number(a.volume_24h))[0];
  say(`markets: ${markets.length}, busiest ${market}`);

  const joined = await ask('POST', '/operator/members', {}, JSON.stringify({ owner: owner.address }));
  assert.equal(joined.status, 201);
  key = joined.value.api_key;
  secret = joined.value.api_secret;
  let { value: wallet } = await own('GET', WALLET);
  assert.equal(wallet.signature_type, 2);
  for (const call of wallet.safe_setup.calls) assert.match((await relay(call)).value.tx, /^0x[0-9a-f]{64}$/);
  ({ value: wallet } = await own('GET', WALLET));
  assert.equal(wallet.safe_status, 'ready');
  say('wallet: ready');

  const book = listen('public', [`${market}.ob-inc`, `${market}.trades`]);
  const mine = listen('private', ['order', 'contract', 'balance', 'position']);
  await mine.until('success');
  await book.until(`${market}.ob-snap`);

  const { value: quotes } = await open(`/api/v2/pythia/public/markets/${market}/order-book`);
  // Five cents above the ask: the taker gets the price improvement.
  const limit = Math.min(0.99, Number(quotes.yes_asks[0].price) + 0.05).toFixed(2);
  const bought = await place(market, 'yes', 'buy', limit, '5');
  assert.equal(bought.status, 201, JSON.stringify(bought.value));
  await mine.until('order', (payload) => payload.id === bought.value.id && payload.state === 'done');
  const contract = await mine.until('contract', (payload) => payload.order_id === bought.value.id);
  const position = await mine.until('position', (payload) => payload.qty === '5');
  assert.equal(position.outcome, 'yes');
  say(`filled: ${contract.volume} at ${contract.price}, fee ${contract.fee}`);

  const rested = await place(market, 'no', 'buy', '0.01', '25');
  const { value: waiting } = await own('GET', '/api/v2/pythia/orders?state=wait');
  assert.deepEqual(
    waiting.map((order: Json) => [order.id, order.side, order.locked]),
    [[rested.value.id, 'no', '0.25']],
  );
  await book.until(`${market}.ob-inc`, (payload) => payload.asks.some(([price]: string[]) => price === '0.99'));
  const cancelled = await own('POST', `/api/v2/pythia/orders/${rested.value.id}/cancel`);
  assert.deepEqual(cancelled.value, { id: rested.value.id, state: 'cancel' });
  await mine.until('order', (payload) => payload.id === rested.value.id && payload.state === 'cancel');
  say('rested, seen on the book, cancelled');

  const sold = await place(market, 'yes', 'sell', '0.01', '5');
  await mine.until('order', (payload) => payload.id === sold.value.id && payload.state === 'done');
  const { value: positions } = await own('GET', '/api/v2/atlas/account/positions');
  assert.equal(positions.find((one: Json) => one.market === market).qty, '0');
  const { value: contracts } = await own('GET', '/api/v2/atlas/account/contracts');
  const cash = contracts.reduce(
    (sum: bigint, one: Json) =>
      sum + (one.direction === 'buy' ? -1n : 1n) * parseUnits(one.total, 6) - parseUnits(one.fee, 6),
    parseUnits('10000', 6),
  );
  const { value: balances } = await own('GET', '/api/v2/atlas/account/balances');
  assert.equal(parseUnits(balances[0].balance_safe, 6), cash);
  assert.equal(balances[0].locked_safe, '0');
  say(`sold; the balance ${balances[0].balance_safe} is what ${contracts.length} contracts add up to`);

  const abi = parseAbi(['function transfer(address, uint256)']);
  const data = encodeFunctionData({ abi, args: [owner.address, 1_000_000n] });
  assert.equal((await relay({ to: wallet.usdc_address, data, operation: 0, nonce: 3 })).status, 200);
  await mine.until('balance', (payload) => parseUnits(payload.balance, 6) === cash - 1_000_000n);
  say('withdrawn: 1 usdc');

  const increments = book.all(`${market}.ob-inc`);
  increments.forEach((one, at) => {
    if (at > 0) assert.equal(one.sequence, increments[at - 1].sequence + 1);
  });
  say(`book: ${increments.length} increments without a gap`);
  book.close();
  mine.close();
}

await main();
say('done');
process.exit(0);
