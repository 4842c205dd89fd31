/**
 * What canvases and charts need: the tokens of the look as values, and a surface of the right size.
 *
 * Units       CSS pixels, with the scale of the look applied; a surface's context is scaled to device pixels.
 * Invariants  A change of the look makes a new Theme: a drawing that keeps one is told by `onLook`.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { findRowHeight, onLook, readLook, useLook } from './look.ts';

const COLOURS = {
  bg: 'bg',
  panel: 'panel',
  raised: 'raised',
  hover: 'hover',
  line: 'line',
  edge: 'edge',
  text: 'text',
  secondary: 'secondary',
  dim: 'dim',
  yes: 'yes',
  yesSoft: 'yes-soft',
  no: 'no',
  noSoft: 'no-soft',
  mine: 'mine',
  mineSoft: 'mine-soft',
  accent: 'accent',
  onFill: 'on-fill',
} as const;

type Colours = { readonly [C in keyof typeof COLOURS]: string };

export interface Theme extends Colours {
  /** Colours of several lines in one plot, told apart by colour-blind people too. */
  readonly series: readonly string[];
  readonly font: string;
  readonly mono: string;
  /** Canvas fonts with tabular digits. */
  readonly numberFont: string;
  readonly numberFontBold: string;
  readonly numberFontSmall: string;
  readonly scale: number;
  /** Height of a row of prices or trades: ladder, book, tape. A whole number. */
  readonly rowHeight: number;
}

let theme: Theme | null = null;
onLook(() => {
  theme = null;
});

export function readTheme(): Theme {
  theme ??= buildTheme();
  return theme;
}

/** The theme; a component that uses it renders again after a change of the look. */
export function useTheme(): Theme {
  useLook();
  return readTheme();
}

function buildTheme(): Theme {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const { scale, density } = readLook();
  const mono = value('mono');
  const size = (pixels: number): string => `${pixels * scale}px`;
  const colours = Object.fromEntries(Object.entries(COLOURS).map(([name, token]) => [name, value(token)]));
  return {
    ...(colours as Colours),
    series: [1, 2, 3, 4, 5, 6].map((number) => value(`series-${number}`)),
    font: value('font'),
    mono,
    numberFont: `${size(11.5)} ${mono}`,
    numberFontBold: `600 ${size(11.5)} ${mono}`,
    numberFontSmall: `${size(10.5)} ${mono}`,
    scale,
    rowHeight: findRowHeight(density, scale),
  };
}

/** Width of one character by font: the number fonts have one width for all. */
const widths = new Map<string, number>();
onLook(() => widths.clear());

/**
 * Draws text in a column of `width` pixels. A text that is wider is noted on the canvas, where
 * test/app/fits.spec.ts finds it: a layout that reserves too little shows there, not on a trader's screen.
 *
 * @param font the number font that is set; reading it from the context takes as long as a sixth of drawing a ladder.
 */
export function drawText(
  context: CanvasRenderingContext2D,
  font: string,
  text: string,
  x: number,
  y: number,
  width: number,
): void {
  context.fillText(text, x, y);
  let character = widths.get(font);
  if (character === undefined) {
    character = context.measureText('0').width;
    widths.set(font, character);
  }
  if (text.length * character > width + 0.5) context.canvas.dataset.clipped = text;
}

export interface Surface {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** CSS size; a change renders again. */
  readonly width: number;
  readonly height: number;
  /** A context scaled to CSS pixels; null before mount, and where the canvas has no size. */
  context(): CanvasRenderingContext2D | null;
}

/**
 * Sizes a canvas to its parent element at the screen's resolution. An opaque one is composed without blending: its drawing
 * covers all of it, and a pixel more where the resolution divides one.
 */
export function useSurface(ground: 'opaque' | 'transparent' = 'transparent'): Surface {
  useLook();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scaled = useRef<{ readonly context: CanvasRenderingContext2D; readonly ratio: number } | null>(null);
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
      if (!element) return null;
      const ratio = window.devicePixelRatio || 1;
      const width = Math.max(1, Math.round(size.width * ratio));
      const height = Math.max(1, Math.round(size.height * ratio));
      if (element.width !== width || element.height !== height) {
        element.width = width;
        element.height = height;
        // Until it is drawn for a new size, it keeps its old one: stretched, its rows would be elsewhere than a click is taken to be.
        element.style.width = `${size.width}px`;
        element.style.height = `${size.height}px`;
        scaled.current = null;
      }
      if (size.width === 0 || size.height === 0) return null;
      // Any call on the context makes the browser compose the canvas again, so an unchanged scale is not set again.
      if (scaled.current?.context.canvas === element && scaled.current.ratio === ratio) return scaled.current.context;
      const context = element.getContext('2d', { alpha: ground === 'transparent' });
      context?.setTransform(ratio, 0, 0, ratio, 0, 0);
      // Numbers in a face of one width need neither kerning nor ligatures: a sixth less for each text.
      if (context) context.textRendering = 'optimizeSpeed';
      scaled.current = context && { context, ratio };
      return context;
    },
  };
}
