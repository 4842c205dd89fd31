import { expect, it } from 'vitest';
import { instantsOf, killRecording } from './recordingKills.ts';

const KILLS = 8;

it('loses at most the last second of a program that is killed, and has nothing wrong', async () => {
  const instants = instantsOf(3);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { killAfterMs, perStep } = instants.next().value!;
    const { missingMs, faults } = await killRecording(killAfterMs, perStep);
    expect(faults, `killed after ${killAfterMs} ms`).toEqual([]);
    expect(missingMs, `killed after ${killAfterMs} ms`).toBeLessThanOrEqual(1_000);
  }
});
