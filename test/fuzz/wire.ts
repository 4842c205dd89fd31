/** `node test/fuzz/wire.ts [inputs] [seed]`: fuzzes the parsers and prints the counts; exit code 1 when a rule is broken. */
import { fuzz } from './run.ts';

const inputs = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
const startMs = performance.now();
const { counts, faults, slowest, slowestMs } = fuzz(inputs, seed);
const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
const column = (value: string | number, width: number): string => String(value).padStart(width);
process.stdout.write(
  `${'schema'.padEnd(24)}${['inputs', 'mutations', 'values', 'refusals'].map((name) => column(name, 11)).join('')}\n`,
);
const total = { inputs: 0, mutations: 0, values: 0, refusals: 0 };
for (const count of counts) {
  const { name, ...figures } = count;
  process.stdout.write(
    `${name.padEnd(24)}${Object.values(figures)
      .map((value) => column(value, 11))
      .join('')}\n`,
  );
  for (const key of ['inputs', 'mutations', 'values', 'refusals'] as const) total[key] += count[key];
}
process.stdout.write(
  `${'all'.padEnd(24)}${Object.values(total)
    .map((value) => column(value, 11))
    .join('')}\n`,
);
process.stdout.write(`seed ${seed}, ${seconds} s, slowest ${slowestMs.toFixed(1)} ms (${slowest})\n`);
for (const fault of faults) process.stdout.write(`BROKEN ${fault}\n`);
process.stdout.write(faults.length === 0 ? 'No rule was broken\n' : `${faults.length} rules were broken\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
