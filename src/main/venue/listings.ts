/** Paged lists with their reports: a bound that ended one is an error in Health, once until the list is complete again. */
import type { Now } from '#shared/base/clock.ts';
import type { Listing } from '#shared/base/listing.ts';
import type { HealthSource } from '#shared/ipc/health.ts';
import { PartialListError } from './errors.ts';
import type { HealthLog } from './healthLog.ts';
import { listPaged, type PagedRequest } from './paging.ts';
import type { VenueProfile } from './profile.ts';

export interface ListRequest<T>
  extends Pick<PagedRequest<T>, 'fetchPage' | 'parsePage' | 'idOf' | 'isEnough' | 'pagesAtOnce'> {
  readonly source: HealthSource;
  /** Name of the list for a person, also its identity in the reports. */
  readonly resource: string;
  /** Absent: those of every list. */
  readonly bounds?: VenueProfile['listing'];
}

export type ListAll = <T>(request: ListRequest<T>) => Promise<Listing<T>>;

export function createListings(healthLog: HealthLog, profile: Pick<VenueProfile, 'listing'>, steadyMs: Now): ListAll {
  const reported = new Set<string>();
  return async ({ source, resource, ...request }) => {
    const listing = await listPaged({
      bounds: profile.listing,
      ...request,
      steadyMs,
      onRepeated: (page) => healthLog.addNote({ code: 'paging', parameters: { page } }),
    });
    if (listing.partial === null) reported.delete(resource);
    else if (!reported.has(resource)) {
      reported.add(resource);
      healthLog.addError(source, new PartialListError(resource, listing.partial));
    }
    return listing;
  };
}
