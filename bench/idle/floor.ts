/**
 * The floor of an idle terminal, in a process of its own: the terminal's browser with a page that changes as often and does
 * nothing else, and this Node process with one WebSocket that brings as many messages.
 *
 * Shape       Arguments: the checkout, the data folder, what changes: `text`, or `canvas` of a ladder's size. Message to the
 *             parent: `ready`. Ends with the parent's channel.
 */
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { launchBrowser } from '../../src/main/shell/chromium/launch.ts';
import { unpackPackagedBrowser } from '../../src/main/shell/chromium/packaged.ts';
import { chooseCacheFolder } from '../../src/main/shell/folders.ts';

/** The terminal's changes: 2.6 of the book and one of the clocks each second. */
const CHANGE_EVERY_MS = 278;
const [, , , dataFolder = '.', what = 'text'] = process.argv;
const say = (): void => undefined;

const PAGES = {
  text: `<p style="font: 12px monospace">0</p><script>
    const text = document.querySelector('p').firstChild;
    let count = 0;
    setInterval(() => { text.data = String(count++ % 10); }, ${CHANGE_EVERY_MS});
  </script>`,
  canvas: `<canvas width="331" height="468"></canvas><script>
    const context = document.querySelector('canvas').getContext('2d');
    context.font = '12px monospace';
    let count = 0;
    setInterval(() => {
      context.fillStyle = 'white';
      context.fillRect(0, 0, 80, 20);
      context.fillStyle = 'black';
      context.fillText(String(count++ % 10), 10, 14);
    }, ${CHANGE_EVERY_MS});
  </script>`,
};

const browser = await unpackPackagedBrowser(chooseCacheFolder(), say);
const { context } = await launchBrowser({ browser, dataFolder, headless: true, report: say });
const page = context.pages()[0]!;
await page.setViewportSize({ width: 1440, height: 900 });
await page.setContent(PAGES[what as keyof typeof PAGES]);

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
await new Promise((resolve) => server.once('listening', resolve));
const message = JSON.stringify({ stream: 'floor', data: { bids: [['0.42', '100']], asks: [['0.44', '100']] } });
server.on('connection', (socket) => setInterval(() => socket.send(message), CHANGE_EVERY_MS));
const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
socket.on('message', (data) => JSON.parse(data.toString()));
await new Promise((resolve) => socket.once('open', resolve));

process.on('disconnect', () => void context.close().finally(() => process.exit(0)));
process.send?.('ready');
