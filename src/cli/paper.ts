/** `npm run paper -- --port N --seed 7 --speed 10`: the paper exchange alone, for any client. */
import { parsePaperArguments } from '#paper/arguments.ts';
import { buildClock } from '#paper/server/clock.ts';
import { openExchange } from '#paper/server/exchange.ts';

try {
  const { port, seed, speed } = parsePaperArguments(process.argv.slice(2));
  const exchange = await openExchange({ port, seed, token: null, clock: buildClock(speed) });
  console.log(`Paper exchange: http://127.0.0.1:${exchange.port} and ws://127.0.0.1:${exchange.port}`);
  console.log(`Seed ${seed}, speed ${speed}, ${exchange.world.markets.length} markets; nothing is kept`);
  console.log('Standalone: no token is asked for; Host must be 127.0.0.1 and browsers are refused');
  console.log('A member: POST /operator/members {"owner": "0x…"}. Ctrl-C stops it');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error('Usage: npm run paper -- [--port N] [--seed N] [--speed N]');
  process.exitCode = 2;
}
