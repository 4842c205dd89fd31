/** An exchange of 200 markets, told to its parent like the embedded one. */
import { openExchange } from '../../src/paper/server/exchange.ts';
import { planMarkets } from './planMarkets.ts';

const MARKETS = 200;

process.on('disconnect', () => process.exit(0));
// Standing alone it admits more sockets than one terminal needs.
const { port, token } = await openExchange({ events: planMarkets(MARKETS), token: null });
process.send?.({ port, token });
