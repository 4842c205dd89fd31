/**
 * One golden-vector file against the product's own code: its kind is read from its contents, every field is accounted for.
 *
 * Errors      Never throws on data: an unknown kind, no rows and broken JSON are failures.
 */
import { amountKind } from './amountRows.ts';
import { hmacKind } from './hmacRows.ts';
import { keystoreKind } from './keystoreRows.ts';
import type { FileFacts, RowGroup, VectorKind } from './kind.ts';
import { orderKind } from './orderRows.ts';
import { p256Kind } from './p256Rows.ts';
import { phraseKind } from './phraseRows.ts';
import { positionKind } from './positionRows.ts';
import { checkRow, Row } from './row.ts';
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
  /** What failed, by field; values are left out. */
  readonly failures: readonly string[];
}

const refuse = (why: string, kind: string | null = null): FileResult => ({
  kind,
  passed: 0,
  failed: 1,
  failures: [why],
});

/** Checks the text of a file. Rows count as passed or failed; a header that fails counts as one more failure. */
export async function checkVectorText(text: string): Promise<FileResult> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return refuse('The file is not JSON');
  }
  if (!isRecord(content)) return refuse('The file is not an object with a list of vectors');
  const rows = content.vectors;
  if (!Array.isArray(rows)) return refuse('The kind of the file is unknown or not built: it has no list of vectors');
  const [first] = rows as unknown[];
  if (!isRecord(first)) return refuse(rows.length === 0 ? 'The file has no rows' : 'The first row is not an object');
  const kind = KINDS.find(({ marks }) => marks.every((mark) => Object.hasOwn(first, mark)));
  if (!kind) return refuse('The kind of the file is unknown or not built');
  return checkKind(content, { first, header: content }, kind);
}

async function checkKind(
  content: Readonly<Record<string, unknown>>,
  facts: FileFacts,
  kind: VectorKind,
): Promise<FileResult> {
  const header = new Row(content, 'file');
  header.prose(...kind.groups.map((group) => group.key));
  const headerFailures = await checkRow(header, (row) => kind.checkHeader(row, facts));
  const failures = [...headerFailures];
  let failed = headerFailures.length > 0 ? 1 : 0;
  let passed = 0;
  for (const group of kind.groups) {
    if (!Object.hasOwn(content, group.key)) continue;
    const rows = content[group.key];
    if (!Array.isArray(rows) || rows.length === 0) {
      failures.push(`${group.key} has no rows`);
      failed += 1;
      continue;
    }
    for (const [index, value] of (rows as unknown[]).entries()) {
      const found = await checkOne(value, `${group.key}[${index}]`, group, facts);
      if (found.length === 0) passed += 1;
      else failed += 1;
      failures.push(...found);
    }
  }
  return { kind: kind.name, passed, failed, failures };
}

function checkOne(value: unknown, path: string, group: RowGroup, facts: FileFacts): Promise<string[]> {
  const row = new Row(group.plain ? { value } : value, path);
  return checkRow(row, (each) => group.check(each, facts));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
