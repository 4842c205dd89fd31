/**
 * Every place on screen that shows a figure of the position, read at each frame: figures with one name are one text.
 *
 * Shape       A recorder in the page keeps each reading that differs from the one before it, so that no frame between two acts
 *             escapes. A reading is a list of figures: name, place, text.
 * Invariants  For an account with one market: sums over markets are the figures of that market.
 */
import { expect, type Page } from '@playwright/test';
import { formatContracts, formatGain, formatMoney } from '../../src/shared/text/numbers.ts';
import { parseShares } from '../../src/shared/units/shares.ts';
import { parseUsd } from '../../src/shared/units/usd.ts';

export interface Figure {
  /** 'closed now', 'net', 'sets', 'break-even', 'at stop' … */
  readonly name: string;
  readonly place: string;
  readonly text: string;
}

type Reading = readonly Figure[];

/** Reads the page in one turn, thus at one instant. Runs in the page: it may use nothing of this module. */
function readInPage(): Figure[] {
  const figures: { name: string; place: string; text: string }[] = [];
  const textOf = (element: Element | null | undefined): string => (element?.textContent ?? '').trim();
  const add = (name: string, place: string, text: string | null | undefined): void => {
    if (text !== null && text !== undefined && text !== '') figures.push({ name, place, text });
  };
  /** ' · as of 20:45:30' in a text or a title, else 'now'. */
  const timeOf = (text: string): string => /as of (\S+)/.exec(text)?.[1] ?? 'now';

  const banner = document.querySelector('.top-bar');
  for (const one of banner?.querySelectorAll('.figure') ?? []) {
    const label = textOf(one.querySelector('.secondary'));
    const value = textOf(one.querySelector('.mono'));
    if (label === 'Free') add('free', 'top bar', value);
    if (label === 'Locked') add('locked', 'top bar', value);
    if (label.startsWith('At the middle') && value !== '–') {
      add('at the middle', 'top bar', value.replace(/ …$/, ''));
      add('at the middle, as of', 'top bar', timeOf(label));
    }
  }

  const PARTS: Readonly<Record<string, string>> = {
    net: 'net',
    sets: 'sets',
    closedNow: 'closed now',
    breakEven: 'break-even',
    atStop: 'at stop',
    covered: 'covered',
    uncovered: 'uncovered',
    unknown: 'unknown orders',
    triggers: 'triggers',
  };
  for (const strip of document.querySelectorAll('[data-testid="position-strip"]')) {
    const place =
      strip.closest('[data-testid="ladder"]') !== null
        ? 'strip of the ladder'
        : strip.closest('.position-line') !== null
          ? 'strip of the top bar'
          : 'strip of the chart';
    const title = strip.getAttribute('title') ?? '';
    const parts = [...strip.querySelectorAll('[data-part]')];
    if (parts.some((part) => part.getAttribute('data-part') === 'net')) {
      for (const [id, name] of Object.entries(PARTS)) {
        const part = parts.find((one) => one.getAttribute('data-part') === id);
        // A part that is left out says nothing of it, which is a statement too.
        if (id === 'triggers') add(name, place, part?.getAttribute('title') ?? 'none');
        else add(name, place, part === undefined ? 'none' : textOf(part.querySelector('.mono')));
      }
      const dated = parts.find((one) => one.getAttribute('data-part') === 'asOf');
      add('closed now, as of', place, dated === undefined ? 'now' : textOf(dated.querySelector('.mono')));
      const middle = /^At the middle (\S+)(.*)$/m.exec(title);
      add('at the middle', `title of the ${place}`, middle?.[1]);
      add('at the middle, as of', `title of the ${place}`, timeOf(middle?.[2] ?? ''));
      const ends = /^If yes (\S+), if no (\S+), if void/m.exec(title);
      add('if yes', `title of the ${place}`, ends?.[1]);
      add('if no', `title of the ${place}`, ends?.[2]);
    } else {
      const market = textOf(strip.querySelector('.position-market'));
      add('no position', place, textOf(strip).slice(market.length));
    }
  }

  const ladder = document.querySelector('[data-testid="ladder"]');
  const close = [...(ladder?.querySelectorAll('.ladder-act') ?? [])].find((one) => textOf(one).startsWith('Close'));
  const closeText = textOf(close?.querySelector('.mono'));
  if (close !== undefined && closeText !== '–') {
    add('closed now', 'Close of the ladder', closeText);
    add('closed now, as of', 'Close of the ladder', timeOf(close.getAttribute('title') ?? ''));
  }
  for (const one of ladder?.querySelectorAll('.ladder-results .mono') ?? []) {
    const name = textOf(one.parentElement).startsWith('if yes') ? 'if yes' : 'if no';
    add(name, 'line of the ladder', textOf(one));
  }

  const controls = [...document.querySelectorAll('.pane-controls')];
  const tableOf = (label: string) => {
    const table = document.querySelector(`table[aria-label="${label}"]`);
    const heads = [...(table?.querySelectorAll('th') ?? [])].map(textOf);
    const rows = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.querySelectorAll('td')]);
    const cells = rows.filter((row) => row.length > 1);
    return {
      isThere: table !== null,
      rows: cells.map(
        (row) =>
          (head: string): Element | undefined =>
            row[heads.indexOf(head)],
      ),
    };
  };

  const positions = tableOf('Positions');
  if (positions.isThere) {
    const sum = controls
      .flatMap((one) => [...one.querySelectorAll('.dim')])
      .find((one) => textOf(one).startsWith('At the middle'));
    if (sum !== undefined) {
      add('at the middle', 'header of Positions', textOf(sum.querySelector('.mono')));
      add('at the middle, as of', 'header of Positions', timeOf(textOf(sum)));
    }
    const held = { yes: '0', no: '0' };
    for (const cell of positions.rows) {
      const side = textOf(cell('Outcome')).startsWith('Yes') ? 'yes' : 'no';
      held[side] = textOf(cell('Quantity'));
      const closed = cell('Closed now');
      if (closed !== undefined && textOf(closed) !== '–') {
        add('closed now', `Positions, ${side}`, textOf(closed));
        add(
          'closed now, as of',
          `Positions, ${side}`,
          timeOf(closed.querySelector('[title]')?.getAttribute('title') ?? ''),
        );
      }
      const even = textOf(cell('Break-even'));
      if (even !== '–') add('break-even', `Positions, ${side}`, even);
      if (positions.rows.length === 1) {
        add('at the middle', `Positions, ${side}`, textOf(cell('At the middle')));
        add(
          'at the middle, as of',
          `Positions, ${side}`,
          timeOf(cell('At the middle')?.querySelector('[title]')?.getAttribute('title') ?? ''),
        );
      }
      const sets = /([\d,.]+) sets/.exec(textOf(cell('Outcome')));
      add('sets', `Positions, ${side}`, sets?.[1] ?? 'none');
    }
    if (positions.rows.length > 0) {
      // Sizes of the day are whole, so that their difference is exact.
      const [yes, no] = [held.yes, held.no].map((one) => Math.round(Number(one.replaceAll(',', ''))));
      const net = yes! - no!;
      add('net', 'quantities of Positions', net === 0 ? '0' : `${Math.abs(net)} ${net > 0 ? 'yes' : 'no'}`);
    }
  }

  const results = tableOf('Profit and loss');
  if (results.isThere) {
    const sum = controls
      .flatMap((one) => [...one.querySelectorAll('.dim')])
      .find((one) => textOf(one).startsWith('Net '));
    if (sum !== undefined) {
      add('result of the market', 'header of P&L', textOf(sum.querySelector('.mono')));
      if (results.rows.length > 0) add('at the middle, as of', 'header of P&L', timeOf(textOf(sum)));
    }
    for (const cell of results.rows) {
      const middle = cell('At the middle');
      add('at the middle', 'P&L', textOf(middle));
      add('at the middle, as of', 'P&L', timeOf(middle?.getAttribute('title') ?? ''));
      add('result of the market', 'P&L', textOf(cell('Net')));
      add('realised', 'P&L', textOf(cell('Realised')));
      add('fees', 'P&L', textOf(cell('Fees')));
    }
  }

  const equity = [...document.querySelectorAll('.equity-figures > div')];
  for (const one of equity) {
    const [value, dated] = [...one.querySelectorAll('dd')].map(textOf);
    const name = textOf(one.querySelector('dt'));
    // Dated figures are of the last stored row: of another instant, and they say so.
    const isOld = textOf(equity[0]).includes('as of');
    if (isOld) continue;
    if (name === 'Equity') add('equity', 'Equity', value);
    if (name === 'Equity') add('at the middle, as of', 'Equity', timeOf(dated ?? ''));
    if (name === 'P&L') add('result of the market', 'Equity', value);
  }

  const way = [...document.querySelectorAll('.exits-way')].find((one) => one.querySelector('.exits-best') !== null);
  const named = [...(way?.querySelectorAll('dt') ?? [])].find((one) => textOf(one) === 'Closed now');
  if (named !== undefined) add('closed now', 'preview of Close', textOf(named.nextElementSibling));
  return figures;
}

/** Begins to record the page, until it loads anew. */
export async function recordPlaces(page: Page): Promise<void> {
  const start = `
    window.readPlaces = ${readInPage.toString()};
    window.placesRead = [];
    (function frame(last) {
      requestAnimationFrame(() => {
        const reading = window.readPlaces();
        const text = JSON.stringify(reading);
        if (text !== last) window.placesRead.push(reading);
        frame(text);
      });
    })('');
  `;
  await page.evaluate(start);
}

interface Recording {
  readPlaces(): Figure[];
  placesRead: Reading[];
}

/** What is shown now. */
export const readPlaces = (page: Page): Promise<Reading> =>
  page.evaluate(() => (window as unknown as Recording).readPlaces());

/** Texts of one name, and who shows them; a name with more than one text is a contradiction on screen. */
export function listContradictions(reading: Reading): readonly string[] {
  return [...Map.groupBy(reading, ({ name }) => name)].flatMap(([name, figures]) => {
    const texts = Map.groupBy(figures, ({ text }) => text);
    if (texts.size < 2) return [];
    const sides = [...texts].map(([text, places]) => `${places.map(({ place }) => place).join(', ')}: ${text}`);
    return [`${name}: ${sides.join(' ≠ ')}`];
  });
}

/** Every reading since the last call agrees with itself; answers what is shown now. */
export async function expectAgreement(page: Page, when: string): Promise<Reading> {
  const readings = await page.evaluate(() => {
    const recording = window as unknown as Recording;
    return recording.placesRead.splice(0);
  });
  const now = await readPlaces(page);
  const contradictions = [...readings, now].flatMap(listContradictions);
  expect([...new Set(contradictions)], when).toEqual([]);
  return now;
}

/** The one text of a name; null where no place shows it. */
export function figureOf(reading: Reading, name: string): string | null {
  return reading.find((one) => one.name === name)?.text ?? null;
}

/** Figures of an exported file of results, as the panes round them. */
export function readExport(csv: string): Reading {
  const [header = '', row = ''] = csv.trimEnd().split('\r\n');
  const [heads, cells] = [header, row].map((line) => line.split(','));
  const cell = (head: string): string => (cells![heads!.indexOf(head)] ?? '').replace(/^'/, '');
  const gain = (head: string): string | null => {
    const text = cell(head);
    return text === '' ? null : formatGain(parseUsd(text));
  };
  const figure = (name: string, text: string | null): Figure[] =>
    text === null ? [] : [{ name, place: 'the export', text }];
  const [yes, no] = [parseShares(cell('yes_volume')), parseShares(cell('no_volume'))];
  const net = yes - no;
  const isHeld = yes > 0 || no > 0;
  return [
    ...(isHeld ? figure('net', net === 0 ? '0' : `${formatContracts(Math.abs(net))} ${net > 0 ? 'yes' : 'no'}`) : []),
    ...(isHeld ? figure('sets', Math.min(yes, no) === 0 ? 'none' : formatContracts(Math.min(yes, no))) : []),
    ...figure('closed now', gain('closed_now')),
    ...figure('at the middle', gain('at_the_middle')),
    ...figure('if yes', gain('if_yes')),
    ...figure('if no', gain('if_no')),
    ...figure('realised', gain('realised')),
    ...figure('result of the market', gain('net')),
    ...figure('fees', formatMoney(parseUsd(cell('fees')), 2, 'up')),
  ];
}
