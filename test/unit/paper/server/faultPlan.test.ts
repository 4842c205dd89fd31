import { describe, expect, it } from 'vitest';
import { FAULT_KINDS, parseFaults } from '#paper/server/faultPlan.ts';

describe('fault plan', () => {
  it('fills in defaults for every kind', () => {
    for (const kind of FAULT_KINDS) {
      expect(parseFaults({ faults: [{ kind }] })).toEqual([
        {
          kind,
          target: '',
          after: 0,
          count: 1,
          ms: 1_000,
          status: kind === 'refusal' ? 422 : 503,
          code: 'server.internal_error',
        },
      ]);
    }
    expect(parseFaults({ version: 1, faults: [{ kind: 'clock_skew', ms: -20_000 }] })).toMatchObject([{ ms: -20_000 }]);
  });

  it('refuses everything else and names the field', () => {
    for (const [faults, field] of [
      [null, 'faults'],
      [[{}], 'faults.0.kind'],
      [[{ kind: 'flood' }], 'faults.0.kind'],
      [[{ kind: 'delay', ms: -1 }], 'faults.0.ms'],
      [[{ kind: 'delay', ms: 1.5 }], 'faults.0.ms'],
      [[{ kind: 'delay', when: 1 }], 'faults.0'],
      [[{ kind: 'server_error', status: 200 }], 'faults.0.status'],
      [[{ kind: 'refusal', code: 'No Code' }], 'faults.0.code'],
    ] as const) {
      expect(() => parseFaults({ faults })).toThrow(`(${field})`);
    }
    expect(() => parseFaults({ version: 2, faults: [] })).toThrow('(version)');
    expect(() => parseFaults([])).toThrow('(object)');
  });
});
