/**
 * Choosers of a path or a file: one at a time, because a page can ask for them without the password.
 *
 * Errors      QuestionError while another one is open.
 * Source      docs/decisions/0036-two-classes-of-questions.md
 */
import type { Shell } from '../shell/port.ts';
import { openError } from './confirmations.ts';

export type Choosers = Pick<Shell, 'chooseSavePath' | 'readChosenFile'>;

export function limitChoosers(shell: Choosers): Choosers {
  let isOpen = false;
  async function choose<T>(open: () => Promise<T>): Promise<T> {
    if (isOpen) throw openError();
    isOpen = true;
    try {
      return await open();
    } finally {
      isOpen = false;
    }
  }
  return {
    chooseSavePath: (suggestedName) => choose(() => shell.chooseSavePath(suggestedName)),
    readChosenFile: (maxBytes) => choose(() => shell.readChosenFile(maxBytes)),
  };
}
