/**
 * Private SQLite file, readable by this user only.
 *
 * Invariants  SQLite gives its log files the mode of the database, so that is set before the file is opened.
 * Errors      What the file system, SQLite or `prepare` throws; the file is then closed.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Opens or creates the database at `path` with a write-ahead log; `prepare` checks its version and creates its tables.
 * `synchronous`: FULL waits for the disk at each commit, NORMAL does not. `:memory:` makes one without a file.
 */
export function openPrivateDatabase(
  path: string,
  synchronous: 'FULL' | 'NORMAL',
  prepare: (database: DatabaseSync) => void,
): DatabaseSync {
  if (path !== ':memory:') {
    // SQLite says of a folder, or a file that this user may not write, only that it cannot open it.
    closeSync(openSync(path, 'a', 0o600));
    chmodSync(path, 0o600);
  }
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA busy_timeout = 2000;`);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
