/**
 * Recording folder: the day files of one account, their sizes, and the removal of the oldest.
 *
 * Shape       `YYYY-MM-DD.sqlite` with SQLite's own files beside it, and `YYYY-MM-DD.tail`. A file that this program cannot write
 *             has its place taken by `YYYY-MM-DD-2.sqlite` and so on. Mode 0700.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { RecordedDay } from '#shared/ipc/recording.ts';
import { formatIsoTime } from '#shared/units/time.ts';
import { nameAside } from '../versionedFile.ts';

const DAY = /^(\d{4}-\d{2}-\d{2})(?:-\d+)?\./;

/** UTC day of a time, as its files are named. */
export function dayOf(atMs: number): string {
  return formatIsoTime(atMs).slice(0, 10);
}

export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Path of the `count`-th file of a day, from 1. */
export function pathOf(folder: string, day: string, count: number): string {
  return path.join(folder, `${day}${count === 1 ? '' : `-${count}`}.sqlite`);
}

export const tailOf = (file: string): string => file.replace(/\.sqlite$/, '.tail');

/** Day files, oldest first. */
export function listDayFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^\d{4}-\d{2}-\d{2}(-\d+)?\.sqlite$/.test(name));
  const rank = (name: string): string => name.replace('.sqlite', '').padEnd(20, ' ');
  return names.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).map((name) => path.join(folder, name));
}

/** Days with what their files use, oldest first; also files that were set aside. */
export function listDays(folder: string): RecordedDay[] {
  const bytes = new Map<string, number>();
  for (const { day, size } of listFiles(folder)) bytes.set(day, (bytes.get(day) ?? 0) + size);
  return [...bytes].map(([day, used]) => ({ day, bytes: used })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

export function removeDay(folder: string, day: string): void {
  for (const file of listFiles(folder)) if (file.day === day) rmSync(file.path, { force: true });
}

/** Names an unreadable file so that it is neither written nor read again. */
export function setAside(file: string, atMs: number): void {
  renameSync(file, nameAside(file, atMs));
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

function listFiles(folder: string): { readonly path: string; readonly day: string; readonly size: number }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const day = DAY.exec(name)?.[1];
    const file = path.join(folder, name);
    // Another process, or a person, may remove a file meanwhile.
    const stat = statSync(file, { throwIfNoEntry: false });
    return day === undefined || stat === undefined ? [] : [{ path: file, day, size: stat.size }];
  });
}
