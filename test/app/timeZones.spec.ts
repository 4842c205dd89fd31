/** Charts in four time zones, across a change of the clock: marks at the days of the shown clock, daily candles at UTC dates. */
import { expect, test } from '@playwright/test';
import { buildClock } from '../../src/paper/server/clock.ts';
import { openExchange } from '../../src/paper/server/exchange.ts';
import { openApp, testNetwork } from './launch.ts';
import { longIf } from './long.ts';
import { takePicture } from './picture.ts';

/** With an hour after a change of the clock, where the zone has one; those without are left to the long run. */
const ZONES = [
  { zone: 'UTC', at: '2026-11-01T14:00:00Z', isLong: true },
  // Back by an hour at 06:00 UTC.
  { zone: 'America/New_York', at: '2026-11-01T14:00:00Z', isLong: false },
  { zone: 'Asia/Kolkata', at: '2026-11-01T14:00:00Z', isLong: true },
  // Forward by an hour at 14:00 UTC the day before.
  { zone: 'Pacific/Auckland', at: '2026-09-27T00:00:00Z', isLong: false },
] as const;

for (const { zone, at, isLong } of ZONES) {
  test(`the chart's days begin at midnight of the shown clock in ${zone}`, longIf(isLong), async () => {
    test.setTimeout(240_000);
    const exchange = await openExchange({ token: null, clock: buildClock({ atMs: Date.parse(at) }) });
    const app = await openApp({ network: testNetwork(exchange.port) });
    const { page } = app;
    try {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTimezoneOverride', { timezoneId: zone });
      await page.reload();
      await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
      const name = zone.toLowerCase().replaceAll('/', '-');
      for (const period of ['15m', '1h', '1d'] as const) {
        await page.getByTestId(`chart-period-${period}`).click();
        await expect(page.getByTestId(`chart-period-${period}`)).toHaveAttribute('aria-checked', 'true');
        await expect(page.locator('.chart-legend, .chart').getByText(/^O/).first()).toBeVisible();
        await takePicture(page, `chart-${name}-${period}`);
      }
    } finally {
      await app.close();
      await exchange.close();
    }
  });
}
