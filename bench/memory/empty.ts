/** The floor of the terminal's memory: the same programs with nothing in them, an idle Node twice and the browser with an empty page. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pass } from 'node:timers/promises';
import { launchBrowser } from '../../src/main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '../../src/main/shell/chromium/packaged.ts';
import { chooseCacheFolder } from '../../src/main/shell/folders.ts';
import { type Memory, type Process, readMemoryByProcess } from '../soak/memory.ts';

export type Memories = Readonly<Record<Process, Memory>>;

export async function endChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** `folder`: of the browser's profile. */
export async function readEmptyPrograms(folder: string, print: (line: string) => void): Promise<Memories> {
  const node = await readNode();
  const browser = await readBrowser(folder, print);
  return { ...browser, main: node, exchange: node };
}

async function readNode(): Promise<Memory> {
  const child = spawn(process.execPath, ['--eval', 'setInterval(() => undefined, 1_000_000)'], { stdio: 'ignore' });
  await pass(3_000);
  const { main } = readMemoryByProcess(child.pid!);
  await endChild(child);
  return main;
}

/** Of this process, the browser's parts alone. */
async function readBrowser(folder: string, print: (line: string) => void): Promise<Memories> {
  const browser = await unpackPackagedBrowser(chooseCacheFolder(), print);
  const { close } = await launchBrowser({ browser, dataFolder: folder, headless: true, report: () => undefined });
  await pass(10_000);
  const memory = readMemoryByProcess(process.pid);
  await close();
  return memory;
}
