/** The doctor's report as rows to show, in the pane and in the setup. */
import type { DoctorLine, DoctorReport } from '#shared/ipc/doctor.ts';
import { DOCTOR_CHECK_NAMES, DOCTOR_REMEDIES, DOCTOR_VERDICTS, formatDoctorFinding } from '#shared/text/doctor.ts';

const TONES = { ok: 'good', failed: 'bad', unknown: 'warn' } as const satisfies Record<DoctorLine['verdict'], string>;

export function buildDoctorRows({ lines }: DoctorReport) {
  return lines.map(({ check, verdict, finding, remedy }) => ({
    id: check,
    tone: TONES[verdict],
    verdict: DOCTOR_VERDICTS[verdict],
    name: DOCTOR_CHECK_NAMES[check],
    text: formatDoctorFinding(finding),
    remedy: remedy === null ? null : DOCTOR_REMEDIES[remedy],
  }));
}
