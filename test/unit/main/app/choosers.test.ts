import { expect, it } from 'vitest';
import { limitChoosers } from '#main/app/choosers.ts';

it('opens one chooser at a time, of either kind, and the next after it, also when it failed', async () => {
  const opened: PromiseWithResolvers<string | null>[] = [];
  const open = (): Promise<string | null> => {
    opened.push(Promise.withResolvers());
    return opened.at(-1)!.promise;
  };
  const { chooseSavePath, readChosenFile } = limitChoosers({ chooseSavePath: open, readChosenFile: open as never });
  const first = chooseSavePath('a.json');
  for (let call = 0; call < 300; call += 1) {
    await expect(chooseSavePath('b.json')).rejects.toMatchObject({ coded: { code: 'QUESTION_OPEN' } });
    await expect(readChosenFile(1)).rejects.toMatchObject({ coded: { code: 'QUESTION_OPEN' } });
  }
  expect(opened).toHaveLength(1);
  opened[0]!.resolve('/a.json');
  expect(await first).toBe('/a.json');
  const second = readChosenFile(1);
  opened[1]!.reject(new Error('no dialog'));
  await expect(second).rejects.toThrow('no dialog');
  const third = chooseSavePath('c.json');
  opened[2]!.resolve(null);
  expect(await third).toBeNull();
});
