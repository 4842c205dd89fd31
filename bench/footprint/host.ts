/**
 * The terminal of the footprint row in a process of its own, which has no memory of the bench: opens the default workspace and
 * watches every market of the list.
 *
 * Shape       Arguments: the data folder, changes of all books in a second (0: those of the market alone). Tells its parent how many
 *             markets are watched.
 */
import { watchAll } from '../rows/pixel.ts';
import { openAtSpeed } from '../soak/terminal.ts';

const [dataFolder = '.', rate = '0'] = process.argv.slice(2);
const print = (): void => undefined;
const onError = (text: string): never => {
  throw new Error(`Expected no error of the terminal, found ${text}`);
};
const changes = Number.parseInt(rate, 10);
const load = changes > 0 ? { rate: changes } : {};
const { page, close } = await openAtSpeed({ dataFolder, seed: 7, speed: 1, print, onError, ...load });
process.on('disconnect', () => void close().then(() => process.exit(0)));
await page.locator('.markets [data-market]').nth(19).waitFor();
process.send?.(await watchAll(page));
