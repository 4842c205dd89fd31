/** Charts in four time zones: marks at the days of the shown clock, daily candles at UTC dates. */
import { expect, test } from '@playwright/test';
import { openApp } from './launch.ts';
import { takePicture } from './picture.ts';

const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

for (const zone of ZONES) {
  test(`the chart's days begin at midnight of the shown clock in ${zone}`, async () => {
    const app = await openApp({});
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
    }
  });
}
