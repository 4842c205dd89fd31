import { describe, expect, it } from 'vitest';
import { parseFaults } from '#paper/server/faultPlan.ts';
import { encodeFaults, PAPER_FAULT_KINDS, parseFaultKinds } from '#wire/messages/fault.ts';
import { WireError } from '#wire/messages/wireError.ts';

describe('faults of the embedded exchange', () => {
  it('are encoded with their given fields only', () => {
    expect(
      encodeFaults([{ kind: 'silent_socket', target: '.ob-inc', count: 0, ms: 2_000 }, { kind: 'wallet_rejection' }]),
    ).toBe('{"faults":[{"kind":"silent_socket","target":".ob-inc","count":0,"ms":2000},{"kind":"wallet_rejection"}]}');
  });

  it('are all known to the exchange, which parses the same values', () => {
    const read = parseFaults(JSON.parse(encodeFaults(PAPER_FAULT_KINDS.map((kind) => ({ kind, count: 0, ms: 7 })))));
    expect(read.map(({ kind, count, ms }) => [kind, count, ms])).toEqual(PAPER_FAULT_KINDS.map((kind) => [kind, 0, 7]));
  });

  it('are parsed by kind', () => {
    expect(parseFaultKinds('[{"kind":"disconnect","seen":3},{"kind":"delay"}]')).toEqual(['disconnect', 'delay']);
    expect(parseFaultKinds('[]')).toEqual([]);
  });

  it('throw with the path when the response is not a list of faults', () => {
    for (const text of ['{}', 'null', '[1]', '[{"kind":"earthquake"}]', 'no JSON']) {
      expect(() => parseFaultKinds(text), text).toThrow(WireError);
    }
    expect(() => parseFaultKinds('[{"kind":"delay"},{}]')).toThrow(/faults\[1\]\.kind/);
  });
});
