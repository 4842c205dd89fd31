import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyLook, findRowHeight, findScale, onLook, readLook } from '#renderer/ui/look.ts';

function makePage(innerWidth: number, innerHeight: number, prefersReduced = false) {
  const dataset: Record<string, string> = {};
  const properties: Record<string, string> = {};
  const style = {
    setProperty(name: string, value: string) {
      properties[name] = value;
    },
  };
  const matchMedia = () => ({ matches: prefersReduced });
  const page = { innerWidth, innerHeight, matchMedia, document: { documentElement: { dataset, style } } };
  return { page: page as unknown as Window, dataset, properties };
}

const CHOSEN = { theme: 'light', palette: 'colour-blind', density: 'large', motion: 'reduced' } as const;
const FORMATS = { numberFormat: '1,234.56', timeZone: 'local' } as const;
const DEFAULT = { ...FORMATS, theme: 'dark', palette: 'standard', density: 'normal', motion: 'system' } as const;

beforeEach(() => applyLook(DEFAULT, makePage(1280, 720).page));
afterEach(() => vi.restoreAllMocks());

describe('the look', () => {
  it('is written on the document, and its listeners run once per change', () => {
    const { page, dataset, properties } = makePage(1440, 900);
    const listener = vi.fn();
    const stop = onLook(listener);
    applyLook({ ...FORMATS, ...CHOSEN }, page);
    applyLook({ ...FORMATS, ...CHOSEN }, page);
    stop();
    applyLook(DEFAULT, makePage(1440, 900).page);
    expect(dataset).toEqual(CHOSEN);
    expect(properties).toEqual({ '--scale': '1.2', '--price-row': '24px' });
    expect(listener).toHaveBeenCalledTimes(1);
    expect(readLook()).toEqual({ ...DEFAULT, motion: 'full', scale: 1 });
  });

  it('has reduced motion where the preference or the system asks for it', () => {
    const motionOf = (prefersReduced: boolean, motion: 'system' | 'reduced') => {
      applyLook({ ...DEFAULT, motion }, makePage(1280, 720, prefersReduced).page);
      return readLook().motion;
    };
    expect([motionOf(false, 'system'), motionOf(false, 'reduced'), motionOf(true, 'system')]).toEqual([
      'full',
      'reduced',
      'reduced',
    ]);
  });

  it('grows with the window, except in the compact density', () => {
    const scales = (density: 'compact' | 'normal' | 'large') =>
      [findScale(density, 1280, 720), findScale(density, 1920, 1080), findScale(density, 2560, 1440)].map(
        (scale) => Math.round(scale * 100) / 100,
      );
    expect(scales('compact')).toEqual([1, 1, 1]);
    expect(scales('normal')).toEqual([1, 1.1, 1.25]);
    expect(scales('large')).toEqual([1.2, 1.32, 1.5]);
  });

  it('has rows of whole pixels, at least 24 of them in the large density', () => {
    expect(findRowHeight('compact', 1)).toBe(17);
    expect(findRowHeight('normal', 1.1)).toBe(21);
    expect(findRowHeight('large', 1.2)).toBe(24);
  });
});
