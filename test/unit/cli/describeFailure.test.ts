import { expect, it } from 'vitest';
import { StartError } from '#main/shell/startOptions.ts';
import { describeFailure } from '../../../src/cli/describeFailure.ts';

it('adds the usage line to a wrong option alone', () => {
  expect(describeFailure(new StartError('Unknown option'), 'Usage')).toBe('Unknown option\nUsage');
  expect(describeFailure(new StartError('No browser', 1), 'Usage')).toBe('No browser');
  // The built program has a class of its own.
  const built = Object.assign(new Error('Unknown file'), { name: 'StartError', exitCode: 2 });
  expect(describeFailure(built, 'Usage')).toBe('Unknown file\nUsage');
});

it('prints the message of an expected failure, and the stack of a fault', () => {
  expect(describeFailure(new Error('Expected a file, found none'), 'Usage')).toBe('Expected a file, found none');
  expect(describeFailure(new TypeError('x is not a function'), 'Usage')).toMatch(
    /TypeError: x is not a function\n {4}at /,
  );
  expect(describeFailure('text', 'Usage')).toBe('text');
});
