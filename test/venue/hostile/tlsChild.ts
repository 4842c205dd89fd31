/** Connects to a server on network `live` and prints the outcome; runs in an environment that tries to weaken TLS. */
import { openVenue } from '#main/venue/venue.ts';
import { parseMarketId } from '#shared/units/ids.ts';

const port = process.argv[2] ?? '';
const venue = openVenue({
  baseUrl: `https://localhost:${port}`,
  wsBaseUrl: `wss://localhost:${port}`,
  network: 'live',
  extraHeaders: {},
  now: Date.now,
  random: () => 0,
});
venue.setInterest({ books: [parseMarketId('101')], tapes: [], candles: [], underlyings: [] });
const refusal = await venue.measureClock().then(
  () => 'believed',
  (error: Error) => `${error.name}: ${error.message}`,
);
while (venue.health().streams[0]?.reason == null) await new Promise((resolve) => venue.onHealth(() => resolve(null)));
process.stdout.write(JSON.stringify({ refusal, stream: venue.health().streams[0]?.reason }));
await venue.close();
