import { expect, it } from 'vitest';
import { openFrameClock } from '#renderer/feed/frameClock.ts';
import { openFrameRequests } from '#renderer/feed/frameRequests.ts';

function openPage() {
  const frames: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const page = {
    isVisible: true,
    show(isVisible: boolean) {
      page.isVisible = isVisible;
      requests.noteVisibility();
    },
    /** A browser draws no frame of a hidden page. */
    draw() {
      if (page.isVisible) for (const run of frames.splice(0)) run();
    },
    runTimers() {
      for (const run of timers.splice(0)) run();
    },
    pending: () => [frames.length, timers.length],
  };
  const requests = openFrameRequests({
    isVisible: () => page.isVisible,
    requestFrame: (run) => frames.push(run),
    schedule: (run) => timers.push(run),
  });
  const clock = openFrameClock(requests.request);
  let runs = 0;
  clock.subscribe(['account'], () => {
    runs += 1;
  });
  return { page, clock, runs: () => runs };
}

it('waits for the screen while the page is visible', () => {
  const { page, clock, runs } = openPage();
  clock.mark('account');
  expect(page.pending()).toEqual([1, 0]);
  page.draw();
  expect(runs()).toBe(1);
});

it('goes on by timer while the page is hidden', () => {
  const { page, clock, runs } = openPage();
  page.show(false);
  for (const time of [1, 2]) {
    clock.mark('account');
    page.runTimers();
    expect(runs()).toBe(time);
  }
});

it('finishes by timer, once, a request of a page that is hidden before its frame is drawn', () => {
  const { page, clock, runs } = openPage();
  clock.mark('account');
  page.show(false);
  page.draw();
  expect(runs()).toBe(0);
  page.runTimers();
  expect(runs()).toBe(1);
  page.show(true);
  page.draw();
  expect(runs()).toBe(1);
});
