/** Starts the page: the feed first, so that no frame is missed, then React in the look that the trader chose. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'dockview-react/dist/styles/dockview.css';
import './ui/tokens.css';
import './ui/parts.css';
import './shell/shell.css';
import './shell/topBar.css';
import './shell/statusLine.css';
import './shell/dock/dock.css';
import { createRoot } from 'react-dom/client';
import { watchActivity } from './act/activity.ts';
import { followOtherWindows, loadPreferences, onPreferences, readPreferences } from './domain/preferences.ts';
import { openFeed } from './feed/feed.ts';
import { App } from './shell/App.tsx';
import { Starting } from './shell/Starting.tsx';
import { applyLook, REDUCED_MOTION } from './ui/look.ts';

openFeed();
watchActivity(window);
followOtherWindows();
const element = document.getElementById('root');
const root = element === null ? null : createRoot(element);
root?.render(<Starting />);
void loadPreferences().then(() => {
  openLook(window);
  root?.render(<App />);
});

/** Applies the preferences now and after every change. */
function openLook(page: Window): void {
  const apply = (): void => applyLook(readPreferences(), page);
  apply();
  onPreferences(apply);
  page.addEventListener('resize', apply);
  page.matchMedia(REDUCED_MOTION).addEventListener('change', apply);
}
