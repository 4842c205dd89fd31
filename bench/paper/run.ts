/** `node bench/paper/run.ts`: what the paper exchange can do on this machine. */
import { loadavg } from 'node:os';
import { measureEngine } from './engine.ts';
import { measureFollowers, measureIdle } from './followers.ts';
import { measureHttp } from './http.ts';

console.log(`Node ${process.version}, load ${loadavg()[0]!.toFixed(1)}`);
const { ordersPerSecond, fills } = measureEngine(400_000);
console.log(`Engine alone: ${ordersPerSecond} orders per CPU second (${fills} fills)`);
const http = await measureHttp(7, 2_000);
console.log(
  `Signed orders over HTTP: ${http.ordersPerCpuSecond} per CPU second of the server (${http.range.join(' to ')}), ` +
    `${http.ordersPerSecond}/s by the clock (${http.refused} refused)`,
);
for (const [name, figure] of [
  ['Embedded, at rest', await measureIdle(15)],
  ['200 markets, 50 followers', await measureFollowers(20)],
] as const) {
  console.log(
    `${name}: started in ${figure.startedMs} ms, ${figure.megabytes} MB, ${figure.cpuPercent} % of a core, ${figure.messagesPerSecond} messages/s`,
  );
}
