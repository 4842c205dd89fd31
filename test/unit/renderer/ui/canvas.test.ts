import { expect, it } from 'vitest';
import { drawText } from '#renderer/ui/canvas.ts';

it('notes a text that is wider than its column on the canvas', () => {
  const canvas = { dataset: {} as Record<string, string> };
  const drawn: string[] = [];
  const fake = {
    canvas,
    fillText: (text: string) => drawn.push(text),
    measureText: () => ({ width: 7 }),
  };
  const context = fake as unknown as CanvasRenderingContext2D;
  drawText(context, '11.5px mono', '12,500', 0, 0, 42);
  expect(canvas.dataset).toEqual({});
  drawText(context, '11.5px mono', '1,234,567', 0, 0, 42);
  expect(canvas.dataset).toEqual({ clipped: '1,234,567' });
  expect(drawn).toEqual(['12,500', '1,234,567']);
});
