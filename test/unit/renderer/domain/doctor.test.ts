import { expect, it } from 'vitest';
import { buildDoctorRows } from '#renderer/domain/doctor.ts';

it('shows a line with its tone, its words and the one thing to do', () => {
  const [row] = buildDoctorRows({
    atMs: 1,
    lines: [
      {
        check: 'status',
        verdict: 'failed',
        finding: { code: 'statusSetupRequired', parameters: {} },
        remedy: 'finishSetup',
      },
    ],
  });
  expect(row).toMatchObject({ id: 'status', tone: 'bad', verdict: 'failed', name: 'Wallet status' });
  expect(row?.text).toMatch(/^Setup required/);
  expect(row?.remedy).toMatch(/^Finish/);
});
