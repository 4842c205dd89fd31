import type { VenueOptions } from '#main/venue/venue.ts';
import type { Stage } from './stage.ts';

/** One misbehaviour of the server, the required reaction of the client, and its test. */
export interface Scenario {
  readonly does: string;
  readonly must: string;
  readonly options?: Partial<VenueOptions>;
  run(stage: Stage): Promise<void>;
}
