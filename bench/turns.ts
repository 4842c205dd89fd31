/** Processes of a run: which group each of them measures, and in which order. */
import { fork } from 'node:child_process';
import type { Measured } from './row.ts';

export interface Turn {
  readonly group: string;
  /** Of this process among those of the group, from 0. */
  readonly turn: number;
}

/** Spreads the processes of every group evenly over the run. */
export function listTurns(groups: Readonly<Record<string, { readonly processes: number }>>): Turn[] {
  return Object.entries(groups)
    .flatMap(([group, { processes }]) =>
      Array.from({ length: processes }, (_, turn) => ({ group, turn, at: (turn + 0.5) / processes })),
    )
    .sort((a, b) => a.at - b.at)
    .map(({ group, turn }) => ({ group, turn }));
}

/** Measures one group once in a process of its own. */
export function measureTurn({ group, turn }: Turn, isQuick: boolean): Promise<Measured[]> {
  // What a row prints is no part of the table.
  const child = fork(new URL('./turn.ts', import.meta.url), [group, String(turn), isQuick ? 'quick' : 'whole'], {
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  let measured: Measured[] | null = null;
  child.once('message', (value) => {
    measured = value as Measured[];
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (measured === null) reject(new Error(`Expected ${group} to be measured, found exit code ${code}`));
      else resolve(measured);
    });
  });
}
