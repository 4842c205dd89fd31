/**
 * Local EVM: finds anvil's binary and runs it as a child process.
 *
 * Invariants  Answers every Host and Origin, so it listens at a random address of 127.0.0.0/8 and a free port, 36 bits that a web
 *             page would have to guess, and allows no other origin; others are served through guard.ts. No fork, so no network. Ends
 *             with its parent, however that ends: the parent's death closes the pipe that a shell beside anvil waits for.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { buildChildEnvironment } from '#main/shell/environment.ts';

const require = createRequire(import.meta.url);
const BINARIES: Readonly<Record<string, string>> = { 'linux x64': '@foundry-rs/anvil-linux-amd64/bin/anvil' };
/** Platform and processor. */
export const SYSTEM = `${process.platform} ${process.arch}`;
const START_MS = 30_000;
/** Runs a program until it ends or the shell's input does. A job in the background has no input unless it is named. */
const GUARDED = `exec 3<&0
"$0" "$@" <&- &
pid=$!
{ cat <&3; kill -9 $pid; } >/dev/null 2>&1 &
exec 3<&- <&-
wait $pid`;

/** Path of the binary, or null where its package has none for this system. */
export function findAnvil(system = SYSTEM): string | null {
  const path = BINARIES[system];
  if (path === undefined) return null;
  try {
    return require.resolve(path);
  } catch {
    return null;
  }
}

export interface Anvil {
  /** Not to be passed on: whoever has it can do anything with the chain, a web page too. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startAnvil(chainId: number): Promise<Anvil> {
  const binary = findAnvil();
  if (binary === null) throw new Error(`Expected an anvil binary for ${SYSTEM}, found none`);
  const host = chooseHost();
  const args = ['--host', host, '--port', '0', '--no-cors', '--chain-id', `${chainId}`, '--hardfork', 'cancun'];
  const child = spawn('/bin/sh', ['-c', GUARDED, binary, ...args], {
    env: buildChildEnvironment(process.env),
    stdio: 'pipe',
  });
  const kill = (): void => void child.stdin.destroy();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  try {
    const port = await readPort(child, host);
    return {
      url: `http://${host}:${port}`,
      async close() {
        kill();
        await closed;
      },
    };
  } catch (error) {
    kill();
    throw error;
  }
}

/** Linux answers at every address of 127.0.0.0/8; never at 127.0.0.1 itself, which pages try. */
function chooseHost(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `127.${(a % 254) + 1}.${b}.${(c % 254) + 1}`;
}

function readPort(child: ChildProcess, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`Expected anvil to listen, found: ${output}`)), START_MS);
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const port = new RegExp(`Listening on ${host.replaceAll('.', '\\.')}:(\\d+)`).exec(output)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      // What follows is a line per call.
      child.stdout?.removeAllListeners('data').resume();
      child.stderr?.resume();
      resolve(port);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Expected anvil to listen, found exit code ${code}: ${output}`)));
  });
}
