import { describe, expect, it } from 'vitest';
import { WorkspaceError } from '#main/app/workspaces/workspaceList.ts';
import { openWorkspaces } from '#main/app/workspaces/workspaces.ts';
import type { WindowRequest } from '#main/shell/port.ts';
import { FIRST_WORKSPACES, type WorkspacesFile } from '#main/storage/workspaces/workspacesFile.ts';

interface FakeWindow {
  readonly request: WindowRequest;
  bounds: { x: number; y: number; width: number; height: number } | null;
  /** As a person, or the system, closes it. */
  close(): void;
}

function openBench(file: WorkspacesFile = FIRST_WORKSPACES) {
  const bench = {
    file,
    windows: new Map<number, FakeWindow>(),
    /** Open windows at each switch. */
    switches: [] as number[],
    gone: [] as number[],
    focused: [] as number[],
    faults: [] as unknown[],
    canOpen: true,
    canSave: true,
    start: () => open(),
  };
  const open = () =>
    openWorkspaces({
      store: {
        workspaces: () => bench.file,
        saveWorkspaces(next) {
          if (!bench.canSave) throw new Error('Expected space on the disk, found none');
          bench.file = next;
        },
      },
      shell: {
        async openWindow(request) {
          if (!bench.canOpen) throw new Error('Expected a window to open');
          const listeners: (() => void)[] = [];
          const window: FakeWindow = {
            request,
            bounds: request.bounds,
            close() {
              if (!bench.windows.delete(request.id)) return;
              for (const listener of listeners) listener();
            },
          };
          bench.windows.set(request.id, window);
          return {
            id: request.id,
            focus: () => bench.focused.push(request.id),
            close: async () => window.close(),
            bounds: async () => window.bounds,
            onClosed: (listener) => listeners.push(listener),
          };
        },
      },
      onSwitch: () => bench.switches.push(bench.windows.size),
      onGone: (window) => bench.gone.push(window),
      onFault: (_where, error) => bench.faults.push(error),
    });
  return bench;
}

const LADDER = '{"panes":["ladder"]}';
const CHART = '{"panes":["chart"]}';
const MAIN = 1;
const detachedOf = (bench: ReturnType<typeof openBench>) => [...bench.windows.keys()].filter((id) => id !== MAIN);

describe('a detached window', () => {
  it('shows its own layout, saves it, and opens again at its place at the next start', async () => {
    const bench = openBench();
    const first = bench.start();
    await first.open();
    await first.detach('w1', LADDER);
    const [id = 0] = detachedOf(bench);
    expect(first.load(id)).toMatchObject({ window: 'detached', workspace: 'w1', layout: LADDER });
    first.save(id, 'w1', CHART);
    first.save(MAIN, 'w1', LADDER);
    bench.windows.get(id)!.bounds = { x: 5, y: 6, width: 400, height: 300 };
    await first.close();
    // The program ends: windows close with it.
    for (const window of [...bench.windows.values()]) window.close();
    expect(bench.file.workspaces[0]?.returned).toEqual([]);

    const second = bench.start();
    await second.open();
    const [again = 0] = detachedOf(bench);
    expect(bench.windows.get(again)?.request).toMatchObject({
      kind: 'detached',
      bounds: { x: 5, y: 6, width: 400, height: 300 },
    });
    expect([second.load(MAIN)?.layout, second.load(again)?.layout]).toEqual([LADDER, CHART]);
  });

  it('comes to the front when its page asks for it', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    await workspaces.detach('w1', LADDER);
    const [id = 0] = detachedOf(bench);
    workspaces.focusWindow(id);
    workspaces.focusWindow(99);
    expect(bench.focused).toEqual([id]);
  });

  it('gives its panes back to the main window, once, when a person closes it', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    await workspaces.detach('w1', LADDER);
    const [id = 0] = detachedOf(bench);
    bench.windows.get(id)?.close();
    expect([workspaces.view().returned, workspaces.view().detached, bench.gone]).toEqual([1, 0, [id]]);
    expect(workspaces.takeReturned(id, 'w1')).toEqual([]);
    expect(workspaces.takeReturned(MAIN, 'w2')).toEqual([]);
    expect(workspaces.takeReturned(MAIN, 'w1')).toEqual([LADDER]);
    expect(workspaces.takeReturned(MAIN, 'w1')).toEqual([]);
    expect(workspaces.load(id)).toBeNull();
    // A save that was under way changes nothing.
    workspaces.save(id, 'w1', CHART);
    expect(bench.file.workspaces[0]).toMatchObject({ layout: null, windows: [] });
  });

  it('stays in its workspace when the main window closes, which ends the program', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    await workspaces.detach('w1', LADDER);
    for (const id of [MAIN, ...detachedOf(bench)]) bench.windows.get(id)?.close();
    expect(bench.file.workspaces[0]).toMatchObject({ windows: [{ layout: LADDER }], returned: [] });
  });

  it('is not stored when it cannot be opened, or when there are six', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    for (let count = 0; count < 6; count += 1) await workspaces.detach('w1', LADDER);
    await expect(workspaces.detach('w1', LADDER)).rejects.toThrow('tooManyWindows');
    bench.windows.get(detachedOf(bench)[0]!)?.close();
    bench.canOpen = false;
    await expect(workspaces.detach('w1', LADDER)).rejects.toThrow('a window to open');
    expect(bench.file.workspaces[0]?.windows).toHaveLength(5);
    await expect(workspaces.detach('w2', LADDER)).rejects.toThrow(WorkspaceError);
    await expect(workspaces.detach('w1', '[]')).rejects.toThrow('layout');
  });
});

describe('workspaces', () => {
  it('open with their own windows, and close those of the one before without returning panes', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    await workspaces.detach('w1', LADDER);
    const [id = 0] = detachedOf(bench);
    bench.windows.get(id)!.bounds = { x: 1, y: 2, width: 400, height: 300 };
    const { generation } = workspaces.view();
    await workspaces.select('w2');
    expect(detachedOf(bench)).toEqual([]);
    expect(workspaces.view()).toMatchObject({ selected: 'w2', generation: generation + 1, returned: 0 });
    // A late save of the main window belongs to the workspace that it showed.
    workspaces.save(MAIN, 'w1', CHART);
    expect(workspaces.load(MAIN)).toMatchObject({ workspace: 'w2', layout: null, arrangement: 'ladders' });
    await workspaces.select('w1');
    expect(workspaces.load(MAIN)).toMatchObject({ workspace: 'w1', layout: CHART });
    expect(detachedOf(bench).map((one) => bench.windows.get(one)?.request.bounds)).toEqual([
      { x: 1, y: 2, width: 400, height: 300 },
    ]);
  });

  it('are created, renamed and duplicated under free names', () => {
    const bench = openBench();
    const workspaces = bench.start();
    const created = workspaces.create('Scalper', 'market');
    const copy = workspaces.duplicate('w2');
    workspaces.rename(created, 'Mine');
    expect(workspaces.view().workspaces.map(({ id, name }) => `${id} ${name}`)).toEqual([
      'w1 One market',
      'w2 Scalper',
      `${copy} Scalper 3`,
      'w3 Event trader',
      'w4 Watcher',
      `${created} Mine`,
    ]);
    expect(() => workspaces.rename('w99', 'x')).toThrow(WorkspaceError);
  });

  it('come back at their place after they were deleted; the last one cannot be', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    workspaces.save(MAIN, 'w1', LADDER);
    await workspaces.remove('w1');
    expect(workspaces.view()).toMatchObject({ selected: 'w2' });
    expect(workspaces.create('New', 'market')).toBe('w5');
    expect(workspaces.restore()).toBe('w1');
    expect(workspaces.restore()).toBeNull();
    expect(workspaces.view().workspaces[0]?.id).toBe('w1');
    expect(workspaces.find('w1').layout).toBe(LADDER);
    for (const id of ['w1', 'w2', 'w3', 'w4']) await workspaces.remove(id);
    await expect(workspaces.remove('w5')).rejects.toThrow('last');
  });

  it('are limited in number and in size', () => {
    const bench = openBench();
    const workspaces = bench.start();
    for (let count = 4; count < 24; count += 1) workspaces.create('More', 'market');
    expect(() => workspaces.create('More', 'market')).toThrow('tooMany');
    expect(() => workspaces.restore()).not.toThrow();
  });

  it('keep the last layout that a page could show beside the current one', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    workspaces.save(MAIN, 'w1', LADDER);
    workspaces.noteOpened(MAIN, 'w1');
    workspaces.save(MAIN, 'w1', CHART);
    expect(workspaces.load(MAIN)).toMatchObject({ layout: CHART, lastGood: LADDER });
  });

  it('are as before where they cannot be saved', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    bench.canSave = false;
    expect(() => workspaces.create('New', 'market')).toThrow('space on the disk');
    await expect(workspaces.detach('w1', LADDER)).rejects.toThrow('space on the disk');
    expect([workspaces.view().workspaces.length, detachedOf(bench)]).toEqual([4, []]);
  });
});

describe('a switch to another workspace', () => {
  it('is told before a window closes, for a removal too, and neither for the same workspace nor for an unknown one', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    await workspaces.detach('w1', LADDER);
    await workspaces.select('w1');
    await expect(workspaces.select('w99')).rejects.toThrow(WorkspaceError);
    expect(bench.switches).toEqual([]);
    await workspaces.select('w2');
    expect(bench.switches).toEqual([2]);
    await workspaces.remove('w3');
    expect(bench.switches).toEqual([2]);
    await workspaces.remove('w2');
    expect(bench.switches).toEqual([2, 1]);
  });
});

describe('shared links', () => {
  it('have one order for all windows, and end with the workspace', async () => {
    const bench = openBench();
    const workspaces = bench.start();
    await workspaces.open();
    const before = workspaces.view().shared.revision;
    expect(workspaces.share('w1', [{ link: 'blue', market: '101' }])).toBe(before + 1);
    expect(workspaces.share('w1', [{ link: 'blue', draft: '{}' }])).toBe(before + 2);
    expect(workspaces.load(MAIN)?.shared.links).toEqual({ blue: { market: '101', draft: '{}' } });
    expect(workspaces.share('w2', [{ link: 'blue', market: '102' }])).toBe(before + 2);
    await workspaces.select('w2');
    expect(workspaces.view().shared).toEqual({ revision: before + 3, links: {} });
  });

  it('keep the crosshair that was moved last, of the workspace in sight alone, with rising revisions', async () => {
    const workspaces = openBench().start();
    await workspaces.open();
    const revisions: (number | undefined)[] = [];
    workspaces.onPointed(() => revisions.push(workspaces.pointedAt()?.revision));
    const at = { timeMs: 1_700_000_000_000, price: 440_000 };
    expect(workspaces.pointedAt()).toBeNull();
    expect(workspaces.point('w1', 'blue', at)).toBe(1);
    expect(workspaces.point('w2', 'green', at)).toBe(1);
    expect(workspaces.pointedAt()).toEqual({ revision: 1, link: 'blue', at });
    expect(workspaces.point('w1', 'green', null)).toBe(2);
    expect(workspaces.pointedAt()).toEqual({ revision: 2, link: 'green', at: null });
    expect(revisions).toEqual([1, 2]);
  });
});
