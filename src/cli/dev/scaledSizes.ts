/**
 * PostCSS step that writes the sizes of our style sheets in rem, so that they follow the scale of the look.
 *
 * Units       1 rem is 16 px at scale 1. Hairlines, 2 px and less, stay px. Media queries ask about the window and stay too.
 * Source      docs/display.md#sizes, docs/decisions/0018-sizes-in-rem.md
 */
import path from 'node:path';

/** The part of PostCSS that this step uses. */
interface Declaration {
  value: string;
  readonly source?: { readonly input: { readonly file?: string | undefined } } | undefined;
}
interface AtRule {
  params: string;
  readonly source?: Declaration['source'];
}

const HAIRLINE_PX = 2;
const SIZE = /(?<![\w#.-])(-?\d*\.?\d+)px\b/g;

/** '12px' becomes '0.75rem'. */
export function toRem(text: string): string {
  return text.replace(SIZE, (size, digits: string) => {
    const pixels = Math.abs(+digits);
    return pixels <= HAIRLINE_PX ? size : `${+digits / 16}rem`;
  });
}

/** For style sheets in `folder`; those of packages stay as they are. */
export function scaledSizes(folder: string) {
  const isOurs = ({ source }: Pick<Declaration, 'source'>): boolean =>
    source?.input.file?.startsWith(folder + path.sep) ?? false;
  return {
    postcssPlugin: 'scaled-sizes',
    Declaration(declaration: Declaration): void {
      if (!declaration.value.includes('px') || !isOurs(declaration)) return;
      const scaled = toRem(declaration.value);
      if (scaled !== declaration.value) declaration.value = scaled;
    },
    AtRule: {
      container(rule: AtRule): void {
        if (!isOurs(rule)) return;
        const scaled = toRem(rule.params);
        if (scaled !== rule.params) rule.params = scaled;
      },
    },
  };
}
