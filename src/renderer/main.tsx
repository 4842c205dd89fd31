/** Starts the page: the feed first, so that no frame is missed, then React. */
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'dockview-react/dist/styles/dockview.css';
import './ui/tokens.css';
import './ui/parts.css';
import './shell/shell.css';
import { createRoot } from 'react-dom/client';
import { watchActivity } from './act/activity.ts';
import { openFeed } from './feed/feed.ts';
import { App } from './shell/App.tsx';

openFeed();
watchActivity(window);
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
