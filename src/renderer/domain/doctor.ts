/** The doctor's report as rows to show, in the pane and in the setup. */
import type { DoctorLine, DoctorReport } from '#shared/ipc/doctor.ts';
import { DOCTOR_CHECK_NAMES, DOCTOR_REMEDIES, DOCTOR_VERDICTS, formatDoctorFinding } from '#shared/text/doctor.ts';

export interface DoctorRow {
  readonly id: string;
  readonly tone: 'good' | 'warn' | 'bad';
  /** In words, beside the tone. */
  readonly verdict: string;
  readonly name: string;
  readonly text: string;
  /** The one thing to do, or null. */
  readonly remedy: string | null;
}

const TONES: Readonly<Record<DoctorLine['verdict'], DoctorRow['tone']>> = {
  ok: 'good',
  failed: 'bad',
  unknown: 'warn',
};

export function buildDoctorRows({ lines }: DoctorReport): readonly DoctorRow[] {
  return lines.map(({ check, verdict, finding, remedy }) => ({
    id: check,
    tone: TONES[verdict],
    verdict: DOCTOR_VERDICTS[verdict],
    name: DOCTOR_CHECK_NAMES[check],
    text: formatDoctorFinding(finding),
    remedy: remedy === null ? null : DOCTOR_REMEDIES[remedy],
  }));
}
