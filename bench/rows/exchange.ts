/** *Embedded exchange*: orders through its engine alone and signed orders over HTTP, by its own processor time. Nobody else has one. */
import { measureEngine } from '../paper/engine.ts';
import { measureHttp } from '../paper/http.ts';
import { buildFigures, type Measured } from '../row.ts';
import type { Size } from './size.ts';

const UNIT = 'orders per CPU second';

export async function measureExchange({ exchange }: Size): Promise<Measured[]> {
  const engine = Array.from({ length: exchange.rounds + 1 }, () => measureEngine(exchange.orders).ordersPerSecond);
  const http = await measureHttp(exchange.rounds, exchange.signed);
  if (http.refused > 0) throw new Error(`Expected every signed order to be taken, found ${http.refused} refused`);
  return [
    // The first round warms the compiler up.
    buildFigures('embedded exchange, engine alone', UNIT, engine.slice(1), exchange.rounds * exchange.orders),
    buildFigures('embedded exchange, signed orders over HTTP', UNIT, http.rounds, exchange.rounds * exchange.signed),
  ];
}
