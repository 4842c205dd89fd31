/** The GitHub workflow: verified registry signatures, an uploaded SBOM, the least rights. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const WORKFLOWS = join(ROOT, '.github/workflows');
const texts = readdirSync(WORKFLOWS).map((name) => readFileSync(join(WORKFLOWS, name), 'utf8'));

/** Steps of every job of a workflow, by job: the lines of each list item under `steps:`, trimmed. */
function readJobs(workflow: string): Map<string, string[][]> {
  const jobs = new Map<string, string[][]>();
  let steps: string[][] = [];
  for (const line of workflow.slice(workflow.indexOf('\njobs:')).split('\n')) {
    const job = /^ {2}([\w-]+):$/.exec(line)?.[1];
    if (job !== undefined) {
      steps = [];
      jobs.set(job, steps);
    } else if (line.startsWith('      - ')) steps.push([line.slice(8)]);
    else if (line.startsWith('        ')) steps.at(-1)?.push(line.trim());
  }
  return jobs;
}

const jobs = new Map(texts.flatMap((text) => [...readJobs(text)]));
const steps = [...jobs.values()].flat();
const indexOf = (job: readonly string[][], line: RegExp): number =>
  job.findIndex((step) => step.some((one) => line.test(one)));

describe('the workflow', () => {
  it('verifies the signatures of the registry after the installation and before anything is built from it', () => {
    const job = jobs.get('supply-chain') ?? [];
    const installed = indexOf(job, /^run: npm ci$/);
    expect(installed).toBeGreaterThanOrEqual(0);
    expect(indexOf(job, /^run: npm audit signatures$/)).toBe(installed + 1);
  });

  it('writes an SBOM in CycloneDX of the packaged program and uploads it', () => {
    const job = jobs.get('supply-chain') ?? [];
    const written = indexOf(job, /^run: npm sbom --sbom-format cyclonedx --omit dev > sbom\.cdx\.json$/);
    expect(written).toBeGreaterThanOrEqual(0);
    const upload = indexOf(job, /^uses: actions\/upload-artifact@/);
    expect(upload).toBeGreaterThan(written);
    expect(job[upload]).toContain('path: sbom*.cdx.json');
    expect(job[upload]).toContain('if-no-files-found: error');
  });

  it('uses actions of GitHub alone, at a version or a commit, and may only read', () => {
    const actions = steps.flat().flatMap((line) => /^uses: (.+)$/.exec(line)?.[1] ?? []);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    for (const text of texts) expect(text).toMatch(/\npermissions:\n {2}contents: read\n/);
  });

  it('ignores no failure', () => {
    expect(steps.flat().filter((line) => /continue-on-error|\|\| true/.test(line))).toEqual([]);
  });

  it('is not what the tests of every machine do: their registry need not offer signatures', () => {
    const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
    expect(ci).not.toMatch(/npm (audit|sbom)/);
  });
});
