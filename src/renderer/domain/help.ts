/** What the Help pane shows, and the request to show a page of the manual. */
import { create } from 'zustand';
import { openPane } from './workspaces/paneRequests.ts';

interface HelpStore {
  /** Id of a page, or 'keys' for the keys in force. */
  readonly page: string;
  readonly query: string;
}

export const useHelp = create<HelpStore>(() => ({ page: 'start', query: '' }));

/** Shows a page of the manual; without one the page that was open. */
export function openHelp(page?: string): void {
  useHelp.setState({ query: '', ...(page === undefined ? {} : { page }) });
  openPane('help');
}
