import { expect, test } from 'vitest';
import { describeStorage, findStorageFault, type StorageFault } from '#shared/base/storageFault.ts';

const system = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code });
const sqlite = (errcode: number): Error => Object.assign(new Error('it failed'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each<[Error, StorageFault]>([
  [system('ENOSPC'), 'full'],
  [system('EDQUOT'), 'full'],
  [system('EFBIG'), 'full'],
  [system('EROFS'), 'readOnly'],
  [system('EACCES'), 'notAllowed'],
  [system('EISDIR'), 'notAFile'],
  [sqlite(13), 'full'],
  [sqlite(8), 'readOnly'],
  [sqlite(1032), 'readOnly'],
  [sqlite(11), 'damaged'],
  [sqlite(26), 'damaged'],
  [sqlite(5), 'busy'],
  [sqlite(1), 'other'],
  [new Error('else'), 'other'],
  [new Error('ours', { cause: system('ENOSPC') }), 'full'],
])('%s is the fault %s', (error, fault) => {
  expect(findStorageFault(error)).toBe(fault);
});

test('the words say what was expected, what it means, and what the system said', () => {
  expect(describeStorage('to save orders', sqlite(13))).toBe(
    'Expected to save orders, found no space left on the disk (it failed)',
  );
});
