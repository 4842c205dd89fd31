/**
 * Journal of conditional orders: a SQLite table of what was armed and what each event decided.
 *
 * Shape       One file for all accounts, mode 0600, write-ahead log, synchronous FULL: `append` returns when the entry is on disk.
 * Invariants  Entries are never changed; those of a dismissed conditional are deleted. Beside each entry are the state that it gave, so that an entry which gives another state now is found, and its
 *             seal in the conditional's chain. No key, signature or secret is in it.
 * Errors      ConditionalJournalError when the file cannot be opened or written, or is of a newer program. An entry that cannot be
 *             read is the problem of its conditional alone.
 * Source      docs/conditionals.md#journal
 */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { describeError } from '#shared/base/describeError.ts';
import { describeStorage } from '#shared/base/storageFault.ts';
import { decodeMessage, encodeMessage } from '#shared/ipc/codec.ts';
import { storedTerms } from '#shared/ipc/conditionals/conditionalSchema.ts';
import type { ConditionalId } from '#shared/order/conditional/declaration/termsFields.ts';
import type { ChainHead, ConditionalEntry, StoredConditional, StoredEntry } from '#shared/order/conditional/entry.ts';
import type { AccountId } from '#shared/units/ids.ts';
import { openPrivateDatabase } from './privateDatabase.ts';
import { CHAIN_START, isSealedStep, type StepVault, sealStep } from './stepChain.ts';
import { parseStored } from './storedData.ts';

/** Version 2 has seals. */
const VERSION = 2;

const TABLES = `
  CREATE TABLE entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT, conditional_id TEXT NOT NULL, account TEXT NOT NULL,
    at_ms REAL NOT NULL, body TEXT NOT NULL, after TEXT NOT NULL, seal TEXT
  ) STRICT;
  CREATE INDEX entry_of_conditional ON entry (conditional_id, number);
  CREATE INDEX entry_of_account ON entry (account, number);
  CREATE TABLE watched (account TEXT PRIMARY KEY, until_ms REAL NOT NULL) STRICT, WITHOUT ROWID;`;

/** Version 1 marked what was dismissed, and had no seals. */
const FROM_1 = `
  DELETE FROM entry WHERE conditional_id IN (SELECT conditional_id FROM dismissed); DROP TABLE dismissed;
  ALTER TABLE entry ADD COLUMN seal TEXT;`;

const NO_HEAD: ChainHead = { steps: 0, seal: CHAIN_START };
/** SQLite's log is cut to this after it was copied into the file. */
const MAX_LOG_BYTES = 1_000_000;

/** The journal cannot be used: the person who runs the program must act. */
export class ConditionalJournalError extends Error {
  override readonly name = 'ConditionalJournalError';
}

export interface ConditionalJournal {
  /** From now on entries are sealed, and `load` checks seals. */
  sealWith(vault: StepVault): void;
  /** On disk when this returns. */
  append(account: AccountId, stored: StoredEntry): void;
  /** Bytes of all entries. */
  bytes(): number;
  /** Number of entries and last seal of the chain, as written or loaded in this run; null: none. */
  head(id: ConditionalId): ChainHead | null;
  /** Of the account, those that are not dismissed; oldest first. */
  load(account: AccountId): readonly StoredConditional[];
  /** Deletes it. */
  dismiss(id: ConditionalId): void;
  /** The account's conditionals were watched until then, by the exchange's clock. */
  noteWatched(account: AccountId, atMs: number): void;
  /** Null: never. */
  watchedUntilMs(account: AccountId): number | null;
  close(): void;
}

const id = z.uuid();
const time = z.number();
/** Terms are checked as at the bridge; an event is checked by the state that it must produce. */
const entrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('created'), id, atMs: time, terms: storedTerms }),
  z.object({
    kind: z.literal('event'),
    id,
    atMs: time,
    event: z.looseObject({ kind: z.string(), atMs: time }),
    known: z.looseObject({}),
  }),
]);

/** Opens or creates the journal at `path`, readable by this user only. */
export function openConditionalJournal(path: string): ConditionalJournal {
  const database = openFile(path);
  const insert = database.prepare(
    'INSERT INTO entry (conditional_id, account, at_ms, body, after, seal) VALUES (:id, :account, :at, :body, :after, :seal)',
  );
  const select = database.prepare(
    `SELECT conditional_id, body, after, seal FROM entry WHERE account = :account ORDER BY number`,
  );
  const deleteEntries = database.prepare('DELETE FROM entry WHERE conditional_id = :id');
  const selectBytes = database.prepare('SELECT coalesce(sum(length(body) + length(after)), 0) AS bytes FROM entry');
  const sumBytes = (): number => {
    const found = selectBytes.get()?.bytes;
    return typeof found === 'number' ? found : 0;
  };
  const heads = new Map<ConditionalId, ChainHead>();
  let bytes = sumBytes();
  let vault: StepVault | null = null;
  const setWatched = database.prepare('INSERT OR REPLACE INTO watched VALUES (:account, :until)');
  const selectWatched = database.prepare('SELECT until_ms FROM watched WHERE account = :account');

  function write(run: () => unknown): void {
    try {
      run();
    } catch (error) {
      throw new ConditionalJournalError(describeStorage('to write to the conditional journal', error), {
        cause: error,
      });
    }
  }

  return {
    sealWith(next) {
      vault = next;
    },
    append(account, { entry, after }) {
      const { id: of } = entry;
      const before = heads.get(of) ?? NO_HEAD;
      const body = encodeMessage(entry);
      write(() => {
        const seal = vault === null ? null : sealStep(vault, before.seal, [account, of, body, after]);
        insert.run({ id: of, account, at: entry.atMs, body, after, seal });
        bytes += body.length + after.length;
        heads.set(of, { steps: before.steps + 1, seal: seal ?? CHAIN_START });
      });
    },
    bytes: () => bytes,
    head: (of) => heads.get(of) ?? null,
    load(account) {
      const found = new Map<string, LoadedConditional>();
      for (const row of select.all({ account })) {
        const key = String(row.conditional_id);
        const one = found.get(key) ?? { entries: [], problem: null, head: NO_HEAD, isSealed: false, isBroken: false };
        found.set(key, one);
        checkSeal(one, vault, account, row);
        if (one.problem !== null) continue;
        try {
          one.entries.push(parseRow(row));
        } catch (error) {
          one.problem = describeError(error);
        }
      }
      return [...found].map(([key, { entries, problem, head, isSealed, isBroken }]) => {
        const of = key as ConditionalId;
        const known = heads.get(of);
        heads.set(of, head);
        // What this run wrote or read before is known to the last step.
        const isOther = known !== undefined && (known.steps !== head.steps || known.seal !== head.seal);
        const chain = isBroken || isOther ? 'altered' : isSealed ? 'sealed' : 'unsealed';
        return { id: of, entries, problem, chain, steps: head.steps };
      });
    },
    dismiss(conditional) {
      write(() => deleteEntries.run({ id: conditional }));
      heads.delete(conditional);
      bytes = sumBytes();
    },
    noteWatched(account, atMs) {
      write(() => setWatched.run({ account, until: atMs }));
    },
    watchedUntilMs(account) {
      const until = selectWatched.get({ account })?.until_ms;
      return typeof until === 'number' ? until : null;
    },
    close: () => database.close(),
  };
}

interface LoadedConditional {
  readonly entries: StoredEntry[];
  problem: string | null;
  head: ChainHead;
  /** The first entry has a seal. */
  isSealed: boolean;
  isBroken: boolean;
}

/** Continues the chain of a conditional by a stored entry. */
function checkSeal(
  one: LoadedConditional,
  vault: StepVault | null,
  account: AccountId,
  { conditional_id: of, body, after, seal }: Readonly<Record<string, unknown>>,
): void {
  const hasSeal = typeof seal === 'string';
  const { head } = one;
  if (head.steps === 0) one.isSealed = hasSeal;
  one.head = { steps: head.steps + 1, seal: hasSeal ? seal : CHAIN_START };
  if (vault === null || one.isBroken) return;
  const isRight = hasSeal
    ? one.isSealed && isSealedStep(vault, head.seal, [account, String(of), String(body), String(after)], seal)
    : !one.isSealed;
  one.isBroken = !isRight;
}

function parseRow(row: Readonly<Record<string, unknown>>): StoredEntry {
  const value = decodeMessage(String(row.body));
  parseStored(entrySchema, value, 'an entry of the conditional journal');
  return { entry: value as ConditionalEntry, after: String(row.after) };
}

function openFile(path: string): DatabaseSync {
  try {
    return openPrivateDatabase(path, 'FULL', (database) => {
      const found = database.prepare('PRAGMA user_version').get()?.user_version;
      if (found !== 0 && found !== 1 && found !== VERSION) {
        throw new ConditionalJournalError(
          `Expected a conditional journal of version ${VERSION}, found ${String(found)}: a newer Adyton wrote it, so start that one`,
        );
      }
      if (found === 0) database.exec(`BEGIN; ${TABLES} PRAGMA user_version = ${VERSION}; COMMIT;`);
      if (found === 1) database.exec(`BEGIN; ${FROM_1} PRAGMA user_version = ${VERSION}; COMMIT;`);
      database.exec(`PRAGMA journal_size_limit = ${MAX_LOG_BYTES};`);
    });
  } catch (error) {
    if (error instanceof ConditionalJournalError) throw error;
    throw new ConditionalJournalError(describeStorage('to open the conditional journal', error), { cause: error });
  }
}
