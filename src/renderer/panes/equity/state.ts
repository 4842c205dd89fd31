/** Period and form of one Equity pane. */
import { createPaneSetting } from '../../domain/workspaces/panes.ts';

const PERIODS = ['day', 'week', 'month', 'all'] as const;
export type EquityPeriod = (typeof PERIODS)[number];

export const periodSetting = createPaneSetting<EquityPeriod>(
  'period',
  'week',
  (saved) => PERIODS.find((period) => period === saved) ?? null,
);

const FORMS = ['pnl', 'equity', 'days', 'table'] as const;
export type EquityForm = (typeof FORMS)[number];

export const formSetting = createPaneSetting<EquityForm>(
  'form',
  'pnl',
  (saved) => FORMS.find((form) => form === saved) ?? null,
);
