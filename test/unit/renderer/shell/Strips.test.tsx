import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NetworkStrip } from '#renderer/shell/Strips.tsx';

const textOf = (network: Parameters<typeof NetworkStrip>[0]['network']) =>
  renderToStaticMarkup(<NetworkStrip network={network} />);

it('says in words that a window is live, and only there', () => {
  expect(textOf('live')).toContain('LIVE · REAL MONEY');
  for (const network of ['paper', 'test', null] as const) expect(textOf(network)).not.toContain('LIVE');
  expect(textOf('test')).toContain('network-strip test');
  expect(textOf(null)).toContain('network-strip unknown');
});
