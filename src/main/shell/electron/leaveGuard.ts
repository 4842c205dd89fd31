/**
 * Leave guard: asks a person who closes the main window or quits, before either goes on.
 *
 * Invariants  At most one question is open; a second request to leave while it is open leaves. A question that cannot be shown
 *             holds nobody back. Opened once, it stays open: the program is leaving.
 * Source      docs/notices.md#leaving
 */
import type { Confirmation } from '../port.ts';

export interface LeaveGuard {
  /** Sets what to ask; null: nothing. */
  ask(question: () => Confirmation | null): void;
  /** True where a person is asked first; `leave` runs once they agree. */
  holds(leave: () => void): boolean;
  /** From now on nothing is asked; an open question is withdrawn. */
  open(): void;
}

export function openLeaveGuard(
  confirm: (question: Confirmation, withdrawn: AbortSignal) => Promise<boolean>,
): LeaveGuard {
  let find: () => Confirmation | null = () => null;
  let isOpen = false;
  let asking: AbortController | null = null;

  function open(): void {
    isOpen = true;
    asking?.abort();
    asking = null;
  }

  return {
    ask(question) {
      find = question;
    },
    holds(leave) {
      if (isOpen) return false;
      if (asking !== null) {
        open();
        return false;
      }
      const question = find();
      if (question === null) return false;
      const own = new AbortController();
      asking = own;
      void confirm(question, own.signal)
        .catch(() => true)
        .then((agrees) => {
          if (asking !== own) return;
          asking = null;
          if (!agrees) return;
          open();
          leave();
        });
      return true;
    },
    open,
  };
}
