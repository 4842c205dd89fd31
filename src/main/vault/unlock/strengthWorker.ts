/**
 * Strength worker: estimates how hard one password is to guess, in a thread of its own.
 *
 * Source      docs/decisions/0007-vault-file.md
 */
import { parentPort, workerData } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { PasswordTask } from '../keys/passwordThread.ts';
import type { Strength } from './passwordPolicy.ts';

const { password } = workerData as PasswordTask;
try {
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score, feedback } = estimator.check(new TextDecoder().decode(password));
  parentPort?.postMessage({ score, warning: feedback.warning ?? null } satisfies Strength);
} finally {
  password.fill(0);
}
