import type { VenueOptions } from '#main/venue/venue.ts';
import type { Stage } from './stage.ts';

/** One misbehaviour, what the client must do about it, and the run that shows it. */
export interface Scenario {
  readonly does: string;
  readonly must: string;
  readonly options?: Partial<VenueOptions>;
  run(stage: Stage): Promise<void>;
}
