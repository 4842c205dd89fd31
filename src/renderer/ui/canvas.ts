/**
 * Canvas surface: size, device pixels and theme colours of canvas panes.
 *
 * Units       CSS pixels; the context is scaled to device pixels.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Theme {
  readonly bg: string;
  readonly panel: string;
  readonly raised: string;
  readonly hover: string;
  readonly line: string;
  readonly text: string;
  readonly secondary: string;
  readonly dim: string;
  readonly yes: string;
  readonly yesSoft: string;
  readonly no: string;
  readonly noSoft: string;
  readonly mine: string;
  readonly mineSoft: string;
  readonly accent: string;
  readonly font: string;
  readonly mono: string;
  /** Canvas fonts with tabular digits. */
  readonly numberFont: string;
  readonly numberFontBold: string;
  readonly numberFontSmall: string;
}

let theme: Theme | null = null;

export function readTheme(): Theme {
  if (theme) return theme;
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  theme = {
    bg: value('bg'),
    panel: value('panel'),
    raised: value('raised'),
    hover: value('hover'),
    line: value('line'),
    text: value('text'),
    secondary: value('secondary'),
    dim: value('dim'),
    yes: value('yes'),
    yesSoft: value('yes-soft'),
    no: value('no'),
    noSoft: value('no-soft'),
    mine: value('mine'),
    mineSoft: value('mine-soft'),
    accent: value('accent'),
    font: value('font'),
    mono: value('mono'),
    numberFont: `11.5px ${value('mono')}`,
    numberFontBold: `600 11.5px ${value('mono')}`,
    numberFontSmall: `10.5px ${value('mono')}`,
  };
  return theme;
}

export interface Surface {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** CSS size; a change renders again. */
  readonly width: number;
  readonly height: number;
  /** A context scaled to CSS pixels, or null before mount. */
  context(): CanvasRenderingContext2D | null;
}

/** Sizes a canvas to its parent element at the screen's resolution. */
export function useSurface(): Surface {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const parent = canvas.current?.parentElement;
    if (!parent) return;
    const observer = new ResizeObserver(() => {
      setSize({ width: Math.floor(parent.clientWidth), height: Math.floor(parent.clientHeight) });
    });
    observer.observe(parent);
    return () => observer.disconnect();
  }, []);
  return {
    canvas,
    ...size,
    context() {
      const element = canvas.current;
      const context = element?.getContext('2d') ?? null;
      if (!element || !context) return null;
      const ratio = window.devicePixelRatio || 1;
      const width = Math.max(1, Math.round(size.width * ratio));
      const height = Math.max(1, Math.round(size.height * ratio));
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      return context;
    },
  };
}
