import { describe, expect, it } from 'vitest';
import { PORT_MESSAGE } from '#shared/ipc/channels.ts';
import { handOverPort, type PageWindow } from '../../../src/preload/handOver.ts';

function openPage(readyState: string) {
  const posted: unknown[][] = [];
  let onLoad = () => {};
  const page: PageWindow = {
    document: { readyState },
    addEventListener: (_type, listener) => {
      onLoad = listener;
    },
    postMessage: (...args) => posted.push(args),
  };
  return { page, posted, load: () => onLoad() };
}

describe('handOverPort', () => {
  it('waits until the page’s scripts have run', () => {
    const { page, posted, load } = openPage('loading');
    handOverPort(page, 'port');
    expect(posted).toEqual([]);
    load();
    expect(posted).toEqual([[PORT_MESSAGE, '*', ['port']]]);
  });

  it('passes the port at once to a page that has loaded', () => {
    const { page, posted } = openPage('complete');
    handOverPort(page, 'port');
    expect(posted).toHaveLength(1);
  });
});
