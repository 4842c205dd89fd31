import { afterEach, expect, it } from 'vitest';
import { usePreferenceStore } from '#renderer/domain/preferences.ts';
import { openSounds, soundRequests, watchSounds } from '#renderer/domain/sound.ts';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openMirror } from '#renderer/feed/mirror.ts';
import type { AlertsView } from '#shared/alerts/view.ts';
import type { Frame } from '#shared/ipc/frames/frame.ts';
import { DEFAULT_PREFERENCES } from '#shared/ipc/preferences.ts';
import { conditionalOf } from '../panes/conditionals/facts.ts';

afterEach(() => usePreferenceStore.setState({ values: DEFAULT_PREFERENCES }));

it('plays as the preferences say, at most five sounds in ten seconds', () => {
  const played: string[] = [];
  let nowMs = 0;
  const play = openSounds({ play: (tone, volume) => played.push(`${tone} ${volume}`) }, () => nowMs);
  play('alert');
  play('fill');
  expect(played).toEqual(['alert 0.6']);
  for (let count = 0; count < 20; count += 1) {
    nowMs += 500;
    play('error');
  }
  expect(played.length).toBeLessThanOrEqual(6);
  nowMs += 60_000;
  usePreferenceStore.setState({
    values: { ...DEFAULT_PREFERENCES, soundKinds: { ...DEFAULT_PREFERENCES.soundKinds, fill: false } },
  });
  const before = played.length;
  play('fill');
  usePreferenceStore.setState({ values: { ...DEFAULT_PREFERENCES, sound: { isOn: false, volume: 50 } } });
  play('alert');
  expect(played).toHaveLength(before);
});

it('sounds for new firings and new fills alone', () => {
  const due: (() => void)[] = [];
  const mirror = openMirror(openFrameClock((callback) => due.push(callback)));
  const played: string[] = [];
  watchSounds(mirror, (tone) => played.push(tone));
  const show = (part: Partial<Frame>): void => {
    mirror.applyFrame({ seq: 1, sentAtMs: 0, clockOffsetMs: 0, ...part });
    for (const run of due.splice(0)) run();
  };
  const alerts = (sounded: number) => ({ alerts: { sounded, tone: 'warning' } as AlertsView });
  const account = (at: string, ...ids: string[]) => ({
    account: { at, orders: [], fills: ids.map((id) => ({ id })) } as never,
  });
  show(alerts(3));
  show(account('live', 'a'));
  expect(played).toEqual([]);
  show(alerts(4));
  show(account('live', 'b', 'a'));
  show(account('live', 'b', 'a'));
  expect(played).toEqual(['warning', 'fill']);
  show(account('none'));
  show(account('live', 'x', 'y'));
  expect(played).toHaveLength(2);
});

it('sounds when a conditional order fires, and warns when one is stuck, also behind a lock', () => {
  const due: (() => void)[] = [];
  const mirror = openMirror(openFrameClock((callback) => due.push(callback)));
  const played: string[] = [];
  watchSounds(mirror, (tone) => played.push(tone));
  const show = (fired: number, halted: number, isHidden = false): void => {
    const conditionals = {
      isHidden,
      conditionals: isHidden ? [] : [conditionalOf('1', { fired: Array.from({ length: fired }) as never })],
      protections: [],
      active: 1,
      locked: 0,
      halted,
      unreadable: [],
    };
    mirror.applyFrame({ seq: 1, sentAtMs: 0, clockOffsetMs: 0, conditionals });
    for (const run of due.splice(0)) run();
  };
  show(1, 0);
  expect(played).toEqual([]);
  show(2, 0);
  expect(played).toEqual(['alert']);
  show(2, 1);
  show(0, 1, true);
  show(2, 1);
  expect(played).toEqual(['alert', 'warning']);
  show(0, 2, true);
  expect(played).toEqual(['alert', 'warning', 'warning']);
});

it('plays what panes ask for until it ends', () => {
  const played: string[] = [];
  const stop = watchSounds(openMirror(openFrameClock(() => 0)), (tone) => played.push(tone));
  soundRequests.emit('alert');
  stop();
  soundRequests.emit('alert');
  expect(played).toEqual(['alert']);
});
