/**
 * Other windows of a workspace: asks them to show a pane that this window does not have.
 *
 * Invariants  The window that has the pane brings itself to the front. Without an answer in time there is no such pane.
 */
import { act } from '../../act/bridge.ts';

const CHANNEL = 'adyton:panes';
/** Windows of one program answer much sooner; a person does not notice this wait. */
const ANSWER_WITHIN_MS = 250;

interface Message {
  readonly kind: 'wanted' | 'shown';
  /** Of the question. */
  readonly id: string;
  readonly workspace: string;
  readonly name: string;
}

export interface OtherWindows {
  /** True where another window shows a pane of this kind now. */
  show(name: string): Promise<boolean>;
  close(): void;
}

/** `showOwn` shows a pane of this kind in this window; false where it has none. */
export function openOtherWindows(workspace: string, showOwn: (name: string) => boolean): OtherWindows {
  const channel = new BroadcastChannel(CHANNEL);
  const waiting = new Map<string, (isShown: boolean) => void>();
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.workspace !== workspace) return;
    if (data.kind === 'shown') waiting.get(data.id)?.(true);
    else if (showOwn(data.name)) {
      channel.postMessage({ ...data, kind: 'shown' } satisfies Message);
      void act('window.focus', {});
    }
  };
  return {
    show: (name) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        const end = (isShown: boolean): void => {
          window.clearTimeout(timer);
          waiting.delete(id);
          resolve(isShown);
        };
        const timer = window.setTimeout(() => end(false), ANSWER_WITHIN_MS);
        waiting.set(id, end);
        channel.postMessage({ kind: 'wanted', id, workspace, name } satisfies Message);
      }),
    close() {
      channel.close();
      for (const end of waiting.values()) end(true);
    },
  };
}
