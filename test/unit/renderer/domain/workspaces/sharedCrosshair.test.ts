import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  openSharedCrosshair,
  type SharedCrosshair,
  sharedCrosshair,
} from '#renderer/domain/workspaces/sharedCrosshair.ts';
import { feed } from '#renderer/feed/feed.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { succeed } from '#shared/ipc/result.ts';
import type { PointedAt, WorkspacesView } from '#shared/ipc/workspaces.ts';

type Sent = Omit<PointedAt, 'revision'> & { readonly workspace: string };
const sent: Sent[] = [];
const seen: SharedCrosshair[] = [];
let answer: () => void = () => undefined;
let revision = 0;
let seq = 0;
const stops: (() => void)[] = [];

function applyFrame(part: Partial<Frame>): void {
  seq += 1;
  feed.applyFrame({ seq, sentAtMs: 1, clockOffsetMs: null, ...part });
}
const windows = (detached: number): void => applyFrame({ workspaces: { detached } as WorkspacesView });
const point = (timeMs: number, price: number, group: SharedCrosshair['group'] = 'blue'): void =>
  sharedCrosshair.emit({ group, paneId: 'chart', at: { timeMs, price } });
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  sent.length = 0;
  seen.length = 0;
  vi.stubGlobal('window', {
    requestAnimationFrame: (run: () => void) => run(),
    adyton: {
      layout: {
        point: (input: Sent) => {
          sent.push(input);
          return new Promise((resolve) => {
            answer = () => {
              revision += 1;
              resolve(succeed({ revision }));
            };
          });
        },
      },
    },
  });
  stops.push(
    openSharedCrosshair('w1'),
    sharedCrosshair.on((shared) => void (shared.paneId === null && seen.push(shared))),
  );
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

it('is sent while there is another window: one request at a time, and then the newest move', async () => {
  windows(0);
  point(1_000, 0.4);
  expect(sent).toEqual([]);
  windows(1);
  point(1_000, 0.4);
  point(2_000, 0.5);
  point(3_000.4, 1.7);
  point(4_000, 0.5, 'pane:chart-2');
  expect(sent).toEqual([{ workspace: 'w1', link: 'blue', at: { timeMs: 1_000, price: 400_000 } }]);
  answer();
  await settle();
  expect(sent[1]).toEqual({ workspace: 'w1', link: 'blue', at: { timeMs: 3_000, price: 1_000_000 } });
  answer();
  await settle();
  expect(sent).toHaveLength(2);
});

it('follows the other windows, and neither its own moves nor sends on what it shows', async () => {
  windows(1);
  point(1_000, 0.4);
  applyFrame({ pointedAt: { revision: revision + 1, link: 'blue', at: { timeMs: 1_000, price: 400_000 } } });
  answer();
  await settle();
  expect(seen).toEqual([]);
  applyFrame({ pointedAt: { revision: revision + 1, link: 'green', at: { timeMs: 9_000, price: 250_000 } } });
  applyFrame({ pointedAt: { revision: revision + 2, link: 'green', at: null } });
  revision += 2;
  expect(seen).toEqual([
    { group: 'green', paneId: null, at: { timeMs: 9_000, price: 0.25 } },
    { group: 'green', paneId: null, at: null },
  ]);
  expect(sent).toHaveLength(1);
});
