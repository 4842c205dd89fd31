/**
 * Own pages: a question of main, or the choice of a file, in a page without bridge and renderer scripts.
 *
 * Invariants  Closing the page or the browser answers no, and so does withdrawing the question. Controls are disabled until the answer is waited for, so that none is lost.
 */
import type { BrowserContext, Page } from 'playwright-core';
import type { ChosenFile, Confirmation } from '../port.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');
}

const STYLE = `
:root { color-scheme: dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #0b0e13; color: #dfe4ec; font: 15px/1.5 system-ui, sans-serif; }
main { width: min(40rem, 92vw); border: 1px solid #2a3140; border-radius: 8px; padding: 1.5rem 2rem; background: #12161e; }
h1 { font-size: 1.15rem; margin: 0 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.25rem; margin: 0 0 1.5rem; }
dt { color: #8d97a8; } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
form { display: flex; gap: .75rem; justify-content: flex-end; }
button { font: inherit; padding: .5rem 1.1rem; border-radius: 6px; border: 1px solid #2a3140; background: #1b212c; color: inherit; }
button[value=yes] { background: #2f6fed; border-color: #2f6fed; color: #fff; }
button:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }`;

export function buildConfirmationHtml({ title, facts, confirmLabel }: Confirmation): string {
  const rows = facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adyton asks</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><dl>${rows}</dl><form method="dialog">
<button type="button" value="no" autofocus disabled>Cancel</button><button type="button" value="yes" disabled>${escapeHtml(confirmLabel)}</button>
</form></main></body></html>`;
}

/** Runs in the page, after its listeners are there; text, because main is compiled without the DOM. */
const ENABLE = `
  for (const control of document.querySelectorAll(':disabled')) control.disabled = false;
  document.querySelector('[autofocus]').focus();`;

const WAIT_FOR_ANSWER = `new Promise((resolve) => {
  for (const button of document.querySelectorAll('button')) {
    button.addEventListener('click', (event) => { if (event.isTrusted) resolve(button.value === 'yes'); });
  }
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') resolve(false); });${ENABLE}
})`;

async function showOwnPage<T>(
  context: BrowserContext,
  html: string,
  ask: (page: Page) => Promise<T>,
  otherwise: T,
  withdrawn?: AbortSignal,
): Promise<T> {
  const page = await context.newPage();
  const close = () => page.close().catch(() => undefined);
  try {
    withdrawn?.addEventListener('abort', close, { once: true });
    if (withdrawn?.aborted) return otherwise;
    await page.setContent(html);
    await page.bringToFront();
    return await ask(page);
  } catch {
    return otherwise;
  } finally {
    withdrawn?.removeEventListener('abort', close);
    await close();
  }
}

export function askInOwnPage(
  context: BrowserContext,
  question: Confirmation,
  withdrawn?: AbortSignal,
): Promise<boolean> {
  const ask = async (page: Page) => (await page.evaluate(WAIT_FOR_ANSWER)) === true;
  return showOwnPage(context, buildConfirmationHtml(question), ask, false, withdrawn);
}

const FILE_HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adyton: choose a file</title><style>${STYLE}</style></head>
<body><main><h1>Choose a workspace file</h1><form method="dialog"><input type="file" accept=".json" aria-label="Workspace file" autofocus disabled>
<button type="button" value="no" disabled>Cancel</button></form></main></body></html>`;

/** Answers null, or the text of the chosen file; reads no file that is larger than the limit. */
const waitForFile = (maxBytes: number) => `new Promise((resolve) => {
  document.querySelector('button').addEventListener('click', () => resolve(null));
  document.addEventListener('keydown', (event) => { if (event.key === 'Escape') resolve(null); });
  document.querySelector('input').addEventListener('change', async ({ target }) => {
    const file = target.files[0];
    if (!file) return resolve(null);
    if (file.size > ${maxBytes}) return resolve({ kind: 'tooLarge' });
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      resolve({ kind: 'text', text });
    } catch { resolve({ kind: 'unreadable' }); }
  });${ENABLE}
})`;

export function askForFile(context: BrowserContext, maxBytes: number): Promise<ChosenFile | null> {
  const ask = (page: Page) => page.evaluate<ChosenFile | null>(waitForFile(maxBytes));
  return showOwnPage<ChosenFile | null>(context, FILE_HTML, ask, null);
}
