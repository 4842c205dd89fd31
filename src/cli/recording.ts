/**
 * `npm run recording -- FOLDER [TIME]`: replays the recordings of an account without a window, and compares every block with
 * what was live.
 *
 * Shape       FOLDER is `recordings` in the account's folder; TIME, in ISO 8601, prints the state at that time too. Exit code 1 where
 *             a block differs or cannot be read, 2 for invalid arguments.
 */
import { openRecordingReader, type RecordingReader } from '#main/storage/recording/recordingReader.ts';
import { describeError } from '#shared/base/describeError.ts';
import { bestAsk, bestBid } from '#shared/market/book.ts';
import { formatIsoTime, parseIsoTime } from '#shared/units/time.ts';

const USAGE = 'Usage: npm run recording -- FOLDER [TIME]';

function printState(reader: RecordingReader, atMs: number): void {
  const found = reader.seek(atMs);
  if (found === null) {
    console.log(`Nothing was recorded at or before ${formatIsoTime(atMs)}`);
    return;
  }
  const { state } = found;
  console.log(`State at ${formatIsoTime(found.atMs)}, from ${found.blocks} blocks:`);
  for (const [market, { book, health }] of state.books) {
    const best = [bestBid(book), bestAsk(book)].map((price) => (price === null ? 'none' : String(price)));
    console.log(`  ${market}: ${health.at}, sequence ${book.sequence ?? 'none'}, bid ${best[0]}, ask ${best[1]}`);
  }
  const { account } = state;
  if (account !== null)
    console.log(
      `  account: ${account.at}, ${account.orders.length} orders, ${account.fills.length} fills, ` +
        `${account.positions.length} positions`,
    );
}

function run([folder, time, ...rest]: readonly string[]): number {
  if (folder === '--help') {
    console.log(USAGE);
    return 0;
  }
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
    console.error(`Expected a folder and at most a time, found ${folder ?? 'nothing'}`);
    console.error(USAGE);
    return 2;
  }
  let atMs: number | null;
  try {
    atMs = time === undefined ? null : parseIsoTime(time);
  } catch (error) {
    console.error(describeError(error));
    return 2;
  }
  let reader: RecordingReader | null = null;
  try {
    reader = openRecordingReader(folder);
    const { blocks, records, compared, differing, gaps } = reader.replay();
    console.log(`${records} records in ${blocks} blocks; ${compared} blocks compared, ${differing.length} differ`);
    for (const block of differing) console.log(`  differs: ${block}`);
    for (const { fromMs, untilMs, reason } of gaps)
      console.log(`  not recorded from ${formatIsoTime(fromMs)} until ${formatIsoTime(untilMs)}: ${reason.code}`);
    if (atMs !== null) printState(reader, atMs);
    return differing.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(describeError(error));
    return 1;
  } finally {
    reader?.close();
  }
}

process.exitCode = run(process.argv.slice(2));
