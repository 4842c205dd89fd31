/** The comparison of kinds whose value crosses a level from either side. */
import { MICROS } from '../../units/micros.ts';
import type { ComparedValue, Crosses } from '../kind.ts';

interface Crossing {
  readonly crosses: Crosses;
  readonly level: number;
}

export const crossing = {
  isMet: ({ crosses, level }, value) => (crosses === 'above' ? value >= level : value <= level),
  isCrossing: true,
  rearm: {
    isBack: ({ crosses, level }, value, rearmBy) =>
      crosses === 'above' ? value <= level - rearmBy : value >= level + rearmBy,
    greatest: ({ crosses, level }) => (crosses === 'above' ? level : MICROS - level),
  },
} satisfies Pick<ComparedValue<Crossing, unknown>, 'isMet' | 'isCrossing' | 'rearm'>;
