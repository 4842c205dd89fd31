/**
 * Check of one golden-vector file against the product's own code; its first row determines its kind.
 *
 * Shape       Rows are the list `vectors`; a file of one known object is one row.
 * Errors      Never throws on data: an unknown kind, a file without rows and broken JSON are failures.
 */
import { amountKind } from './amountRows.ts';
import { callKind } from './callRows.ts';
import { hmacKind } from './hmacRows.ts';
import { keystoreKind } from './keystoreRows.ts';
import type { FileContent, VectorKind } from './kind.ts';
import { orderKind } from './orderRows.ts';
import { p256Kind } from './p256Rows.ts';
import { phraseKind } from './phraseRows.ts';
import { positionKind } from './positionRows.ts';
import { safeMessageKind } from './safeMessageRows.ts';
import { safeTxKind } from './safeTxRows.ts';

const KINDS: readonly VectorKind[] = [
  orderKind,
  safeTxKind,
  safeMessageKind,
  hmacKind,
  keystoreKind,
  phraseKind,
  amountKind,
  p256Kind,
  positionKind,
];

export interface FileResult {
  readonly kind: string | null;
  readonly passed: number;
  readonly failed: number;
  /** What failed, by field, without values. */
  readonly failures: readonly string[];
}

const refuse = (why: string): FileResult => ({ kind: null, passed: 0, failed: 1, failures: [why] });

/** Counts rows as passed or failed; a failing header counts as one more failure. */
export async function checkVectorText(text: string): Promise<FileResult> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return refuse('The file is not JSON');
  }
  if (!isRecord(content)) return refuse('The file is not an object with a list of vectors');
  if (isOneRow(content)) return checkKind({ vectors: [content] }, content, callKind);
  const rows = content.vectors;
  if (!Array.isArray(rows)) return refuse('The kind of the file is unknown: it has no list of vectors');
  const [first] = rows as unknown[];
  if (!isRecord(first)) return refuse(rows.length === 0 ? 'The file has no rows' : 'The first row is not an object');
  const kind = KINDS.find(({ marks }) => marks.every((mark) => Object.hasOwn(first, mark)));
  return kind ? checkKind(content, first, kind) : refuse('The kind of the file is unknown');
}

const isOneRow = (content: object): boolean => callKind.marks.every((mark) => Object.hasOwn(content, mark));

async function checkKind(
  content: Readonly<Record<string, unknown>>,
  first: unknown,
  kind: VectorKind,
): Promise<FileResult> {
  const groupKeys = new Set(kind.groups.map((group) => group.key));
  const header = Object.fromEntries(Object.entries(content).filter(([key]) => !groupKeys.has(key)));
  const file: FileContent = { first, header };
  const headerFailures = await kind.header(header, 'file', file);
  const failures = [...headerFailures];
  let failed = headerFailures.length > 0 ? 1 : 0;
  let passed = 0;
  for (const { key, check } of kind.groups) {
    if (!Object.hasOwn(content, key)) continue;
    const rows = content[key];
    if (!Array.isArray(rows) || rows.length === 0) {
      failures.push(`${key} has no rows`);
      failed += 1;
      continue;
    }
    for (const [index, value] of (rows as unknown[]).entries()) {
      const rowFailures = await check(value, `${key}[${index}]`, file);
      if (rowFailures.length === 0) passed += 1;
      else failed += 1;
      failures.push(...rowFailures);
    }
  }
  return { kind: kind.name, passed, failed, failures };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
