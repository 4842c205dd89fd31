/** What may be recorded of the bridge's commands, and that nothing else of them is in any byte of a recording. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { recordCommands } from '#main/app/recording/edges.ts';
import { buildHandlers } from '#main/ipc/anyHandler.ts';
import { readDayFile } from '#main/storage/recording/dayFile.ts';
import { listDayFiles } from '#main/storage/recording/recordingFolder.ts';
import { COMMAND_NAMES, COMMANDS, type CommandName, rulesOf } from '#shared/ipc/commands.ts';
import { succeed } from '#shared/ipc/result.ts';
import { openRecorderBench, removeFolders } from '#test/unit/main/storage/recording/openBench.ts';
import { buildInputs, fieldName, listTextFields } from './fieldsOf.ts';

afterEach(removeFolders);

const CANARY = 'qz7-canary-9xk';

/** The text fields of a command that a person or the page writes freely. */
const freeFields = (name: CommandName): string[] => {
  const free: string[] = [];
  buildInputs(COMMANDS[name].input, (at, schema) => {
    if (schema.safeParse(`${CANARY} of a person`).success) free.push(at);
    return '';
  });
  return free;
};

/** Every byte of the folder, and every block of it without compression. */
function readEverything(folder: string): string {
  const files = readdirSync(folder).map((name) => readFileSync(path.join(folder, name)));
  const blocks = listDayFiles(folder).flatMap((file) => {
    const day = readDayFile(file);
    const raw = [...day.read(1)].map((block) => Buffer.from(block.raw));
    day.close();
    return raw;
  });
  return Buffer.concat([...files, ...blocks]).toString('latin1');
}

/** Each text has the canary and where it is. */
function plant(value: unknown, where: string): unknown {
  if (typeof value === 'string') return `${CANARY}-${where}`;
  if (Array.isArray(value)) return value.map((item) => plant(item, where));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plant(item, `${where}.${key}`)]));
}

describe('fields of commands that a recording may have', () => {
  it('are fields that the command has', () => {
    const unknown = COMMAND_NAMES.flatMap((name) => {
      const inputs = buildInputs(COMMANDS[name].input, () => '') as Readonly<Record<string, unknown>>[];
      const names = new Set(inputs.flatMap((input) => Object.keys(input)));
      return (rulesOf(name).recorded?.input ?? [])
        .filter((field) => !names.has(field))
        .map((field) => `${name} ${field}`);
    });
    expect(unknown).toEqual([]);
  });

  it('have no password, key, phrase, secret, hash or free text', () => {
    const suspicious = /password|key|phrase|secret|signature|hash|address|header|token|json|label|name$/i;
    const found = COMMAND_NAMES.flatMap((name) => {
      const allowed = new Set(rulesOf(name).recorded?.input ?? []);
      const isAllowed = (at: string): boolean => allowed.has(at.split('.')[0]!);
      const named = listTextFields(COMMANDS[name].input).filter(
        (at) => isAllowed(at) && suspicious.test(fieldName(at)),
      );
      return [...named, ...freeFields(name).filter(isAllowed)].map((at) => `${name} ${at}`);
    });
    expect(found).toEqual([]);
  });

  it('are the only ones of any command, in every byte of the recording', async () => {
    const bench = openRecorderBench();
    bench.begin();
    const handlers = recordCommands(
      buildHandlers(
        (name) => async () => succeed(plant({ secret: '', outcome: '', orderId: '', id: '' }, `answer ${name}`)),
      ),
      bench.recorder,
      bench.clock.now,
    );
    let planted = 0;
    for (const name of COMMAND_NAMES) {
      for (const input of buildInputs(COMMANDS[name].input, () => 'x')) {
        planted += 1;
        const handle = handlers[name] as (input: unknown, caller: { window: number }) => Promise<unknown>;
        await handle(plant(input, `input ${name}`), { window: 1 });
      }
    }
    await bench.clock.advance(600);
    const open = readEverything(bench.folder);
    await bench.recorder.end();
    const found = [
      ...`${open}${readEverything(bench.folder)}`.matchAll(new RegExp(`${CANARY}-(input|answer) ([\\w.]+)`, 'g')),
    ];
    const wrong = found.filter(([, kind, at]) => {
      const [subject, command, field] = at!.split('.');
      const recorded = rulesOf(`${subject}.${command}` as CommandName).recorded;
      return !(kind === 'input' ? recorded?.input : recorded?.answer)?.includes(field!);
    });
    expect(planted).toBeGreaterThan(COMMAND_NAMES.length);
    // The search finds what is there: a person's own orders are.
    expect(found.some(([, kind, at]) => kind === 'input' && at!.startsWith('order.place.market'))).toBe(true);
    expect([...new Set(wrong.map(([text]) => text))]).toEqual([]);
    expect(bench.faults).toEqual([]);
  });
});
