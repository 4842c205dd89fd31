/** Words for a listing that was not read to its end. Without a final period. */
import { formatDuration } from '../../base/formatDuration.ts';
import { groupDigits } from '../../base/groupDigits.ts';
import type { ListingBound, PartialListing } from '../../base/listing.ts';

const LIMITS: Readonly<Record<ListingBound, (limit: number) => string>> = {
  pages: (limit) => `${groupDigits(`${limit}`)} pages`,
  rows: (limit) => `${groupDigits(`${limit}`)} rows`,
  bytes: (limit) => `${Math.floor(limit / (1024 * 1024))} MB`,
  time: (limit) => formatDuration(limit),
};

/** 'at most 100 pages, found more: 10,000 rows were read'. */
export function formatPartialListing({ bound, limit, rows }: PartialListing): string {
  return `at most ${LIMITS[bound](limit)}, found more: ${groupDigits(`${rows}`)} rows were read`;
}
