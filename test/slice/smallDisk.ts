/**
 * A disk of a few MB that is full or read-only when a test says so.
 *
 * A file system of its own where this user may mount one (root, on Linux). Elsewhere every write below the folder throws what
 * such a disk throws: errors of the file system, and of SQLite.
 */
import { execFileSync } from 'node:child_process';
import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

export interface SmallDisk {
  readonly folder: string;
  /** Leaves no room: every write that needs more than is there fails. */
  fill(): void;
  /** There is room again. */
  free(): void;
  /** Whether anything can be written; nothing on it may be open. */
  setReadOnly(isReadOnly: boolean): void;
  close(): void;
}

export function openSmallDisk(bytes = 3 * 1024 * 1024): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'adyton-disk-'));
  return mount(folder, bytes) ? openMounted(folder) : openInjected(folder);
}

function mount(folder: string, bytes: number): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},mode=700`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function openMounted(folder: string): SmallDisk {
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = fs.openSync(filler, 'a');
      // Ever smaller pieces, until not one byte fits.
      for (let size = 65_536; size >= 1; ) {
        try {
          if (fs.writeSync(file, Buffer.alloc(size)) < size) size = Math.floor(size / 2);
        } catch {
          size = Math.floor(size / 2);
        }
      }
      fs.closeSync(file);
    },
    free: () => rmSync(filler, { force: true }),
    setReadOnly(isReadOnly) {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder], { stdio: 'ignore' });
    },
    close() {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const WRITERS = ['writeFileSync', 'writeSync', 'appendFileSync', 'mkdirSync', 'renameSync', 'fsyncSync'] as const;

function openInjected(folder: string): SmallDisk {
  const original = Object.fromEntries(WRITERS.map((name) => [name, fs[name]]));
  const { exec } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  let restore = (): void => {};

  function inject(code: string, errcode: number): void {
    restore();
    const fail = (): never => {
      throw Object.assign(new Error(`${code}: the test's disk`), { code });
    };
    const failQuery = (): never => {
      throw Object.assign(new Error('the test’s disk'), { code: 'ERR_SQLITE_ERROR', errcode });
    };
    Object.assign(fs, Object.fromEntries(WRITERS.map((name) => [name, fail])));
    DatabaseSync.prototype.exec = failQuery;
    StatementSync.prototype.run = failQuery;
    syncBuiltinESMExports();
    restore = () => {
      Object.assign(fs, original);
      DatabaseSync.prototype.exec = exec;
      StatementSync.prototype.run = run;
      syncBuiltinESMExports();
      restore = () => {};
    };
  }

  return {
    folder,
    fill: () => inject('ENOSPC', 13),
    free: () => restore(),
    setReadOnly: (isReadOnly) => (isReadOnly ? inject('EROFS', 8) : restore()),
    close() {
      restore();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder where a file is expected. */
export function putFolder(path: string): void {
  fs.mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'in-it'), 'x');
}
