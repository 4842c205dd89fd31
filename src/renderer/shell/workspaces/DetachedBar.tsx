/** Bar of a detached window: network, account, state of the feed, return of the panes, vault, armed or not, panic. */

import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { WORKSPACE_DIALOG_LABELS } from '#shared/text/workspaces/workspaceDialogLabels.ts';
import { readReadiness } from '../../domain/account/readiness.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { usePanes } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { AccountMenu } from '../accounts/AccountMenu.tsx';
import { titleOf } from '../dock/dockPanels.ts';
import { ArmButton, FeedWord, PanicButton, WalletButton } from '../TopBar.tsx';
import { returnPanes } from './commands.ts';

export function DetachedBar(props: { readonly info: AppInfo | null }) {
  const readiness = useFeed([feedKey.wallet], readReadiness);
  const network = props.info?.network ?? null;
  const key = useKeyLabel('workspaces.returnPanes');
  useWindowTitle();
  return (
    <header className="top-bar detached-bar">
      <span className={`mode ${network ?? 'unknown'}`}>{network?.toUpperCase() ?? '…'}</span>
      <AccountMenu />
      <FeedWord />
      <span className="spacer" />
      <button
        type="button"
        className="button quiet panes-button"
        aria-label={WORKSPACE_DIALOG_LABELS.returnPanesToMainWindow}
        title={withKey('Return the panes to the main window', key)}
        onClick={returnPanes}
      >
        <Undo2 size={13} aria-hidden="true" />
      </button>
      <WalletButton readiness={readiness} />
      <ArmButton readiness={readiness} />
      <PanicButton />
    </header>
  );
}

/** The panes in the title, by which the system's window list tells the windows apart. */
function useWindowTitle(): void {
  const title = usePanes(({ panes }) =>
    Object.entries(panes)
      .map(([id, { name }]) => titleOf(name, id))
      .join(', '),
  );
  useEffect(() => {
    document.title = title === '' ? 'Adyton' : `${title} – Adyton`;
  }, [title]);
}
