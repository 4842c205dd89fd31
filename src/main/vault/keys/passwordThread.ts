/**
 * Password thread: one task on a password in a worker thread of its own.
 *
 * Shape       A task of a tenth of a second or more in the main thread would stop books, windows and streams.
 * Invariants  The worker gets a copy of the password and zeroes it; main keeps no reference to that copy.
 * Errors      Rejects with the given errors: `failed` where the thread fails, `ended` when the signal ends it.
 * Source      docs/decisions/0038-first-start.md
 */
import { Worker } from 'node:worker_threads';

export interface PasswordTask {
  readonly password: Uint8Array;
}

export interface TaskEnd<A> {
  /** Null: nothing ends the task. */
  readonly signal: AbortSignal | null;
  failed(): Error;
  ended(): Error;
  /** Erases an answer that came after the signal. */
  drop(answer: A): void;
}

export interface PasswordThread<A> {
  readonly answer: Promise<A>;
  /** Settles when the thread has ended, whatever it did. */
  readonly ended: Promise<unknown>;
}

/** Runs `file`, which posts one answer; its `workerData` is the task. */
export function startPasswordThread<A>(file: URL, task: PasswordTask, end: TaskEnd<A>): PasswordThread<A> {
  const password = Uint8Array.from(task.password);
  const worker = new Worker(file, { workerData: { ...task, password }, transferList: [password.buffer] });
  return { answer: awaitAnswer(worker, end), ended: new Promise((resolve) => worker.once('exit', resolve)) };
}

function awaitAnswer<A>(worker: Worker, { signal, failed, ended, drop }: TaskEnd<A>): Promise<A> {
  return new Promise<A>((resolve, reject) => {
    const abort = (): void => {
      reject(ended());
      // A call of the crypto library runs to its end first; nothing waits for it but the next import.
      worker.unref();
      void worker.terminate();
    };
    signal?.addEventListener('abort', abort, { once: true });
    worker.once('message', (answer: A) => {
      if (signal?.aborted) drop(answer);
      else resolve(answer);
    });
    worker.once('error', () => reject(failed()));
    worker.once('exit', () => {
      signal?.removeEventListener('abort', abort);
      reject(failed());
    });
  });
}
