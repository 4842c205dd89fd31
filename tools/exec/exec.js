#!/usr/bin/env node
/** Runs a command and ends as it ended: what `exec` does in a POSIX shell, for cmd.exe. */
import { spawn } from 'node:child_process';
import process from 'node:process';

const [command, ...args] = process.argv.slice(2);
const program = command === 'node' ? process.execPath : (command ?? process.execPath);
const child = spawn(program, args, { stdio: 'inherit' });
// The console tells Ctrl-C to both: the child decides what it means.
process.on('SIGINT', () => undefined);
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
