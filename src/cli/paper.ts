/**
 * `npm run paper`: the paper exchange alone, for any client.
 *
 *   -- --port N --seed 7 --speed 10 --factor 20 --at TIME --data DIR --markets N --strict --faults FILE
 *                                                                         serves
 *   -- --chain                                                            serves, and settles on a local EVM (docs/chain.md)
 *   -- --seed 7 --digest 10m                                               plays ten minutes and prints one hash
 *   -- --seed 7 --check 1000000                                            checks the engine's laws through random actions
 */
import { readFileSync } from 'node:fs';
import { type PaperArguments, parsePaperArguments } from '#paper/arguments.ts';
import { DIGEST_START_MS, playDigest } from '#paper/digest.ts';
import { checkRandomActions } from '#paper/randomActions.ts';
import { buildClock } from '#paper/server/clock.ts';
import { openExchange } from '#paper/server/exchange.ts';
import { parseFaults } from '#paper/server/faultPlan.ts';

const CHECK_EVERY = 1_000;
const HELP = '--help';
const USAGE = `Usage: npm run paper -- [--port N] [--seed N] [--speed N] [--factor N] [--at TIME] [--data DIR]
                       [--markets N] [--strict] [--direction FIELD,BUY,SELL] [--faults FILE]
       npm run paper -- --chain [--port N] [--seed N] [--speed N] [--strict]
       npm run paper -- [--seed N] --digest 10m | --check 1000000
       npm run paper -- --help`;

async function serve({
  port,
  seed,
  speed,
  factor,
  atMs,
  data,
  markets,
  strict,
  direction,
  faults,
  chain,
}: PaperArguments): Promise<void> {
  const opened = chain ? await (await import('../../tools/chain/paperChain.ts')).openPaperChain() : null;
  const exchange = await openExchange({
    port,
    seed,
    token: null,
    clock: buildClock({ speed, factor, atMs }),
    isStrict: strict,
    ...(direction === null ? {} : { direction }),
    faults: faults === null ? [] : parseFaults(JSON.parse(readFileSync(faults, 'utf8'))),
    ...(data === null ? {} : { dataFolder: data }),
    ...(markets === null ? {} : { listed: markets }),
    ...(opened === null ? {} : { chain: opened }),
    onBroken: (sentences) => console.error(`Broken inside the exchange: ${sentences.join('; ')}`),
  });
  const kept = data === null ? 'nothing is kept' : `kept in ${data}, API secrets in clear, readable by you alone`;
  console.log(`Paper exchange: http://127.0.0.1:${exchange.port} and ws://127.0.0.1:${exchange.port}`);
  if (opened !== null)
    console.log(`Settled on a local chain with real contracts: ${opened.url}, chain id ${opened.chainId}`);
  if (factor > 1) console.log(`${factor} seconds in a real one, also for nonces and limits: a client needs this clock`);
  console.log(
    `Seed ${seed}, speed ${speed}, ${exchange.world.markets.length + exchange.world.untraded.count} markets; ${kept}`,
  );
  console.log('Standalone: no token is asked for; Host must be 127.0.0.1 and browsers are refused');
  console.log('A member: POST /operator/members {"owner": "0x…"}. Ctrl-C stops it');
  const quit = async (): Promise<void> => {
    exchange.save();
    // Left to the end of this process, anvil answers for a moment longer.
    await opened?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void quit());
}

const args = process.argv.slice(2);
try {
  const options = parsePaperArguments(args.filter((arg) => arg !== HELP));
  if (args.includes(HELP)) {
    console.log(USAGE);
  } else if (options.digestMs !== null) {
    const { hash, messages } = playDigest(options.seed, options.atMs ?? DIGEST_START_MS, options.digestMs);
    console.log(`${hash}  seed ${options.seed}, ${options.digestMs / 1_000} s, ${messages} messages`);
  } else if (options.actions !== null) {
    const { broken, fills, resolved } = checkRandomActions(options.seed, options.actions, CHECK_EVERY);
    if (broken) throw new Error(`Broken at action ${broken.round}: ${broken.sentences.join('; ')}`);
    console.log(`${options.actions} actions, ${fills} fills, ${resolved} markets resolved: every invariant held`);
  } else {
    await serve(options);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(USAGE);
  process.exitCode = 2;
}
