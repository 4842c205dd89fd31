/** Equity header: period and form. */
import { EQUITY_PANE_LABELS } from '#shared/text/account/equityPaneLabels.ts';
import { usePaneValue } from '../../domain/workspaces/panes.ts';
import { Segmented } from '../../ui/parts.tsx';
import { type EquityForm, type EquityPeriod, formSetting, periodSetting } from './state.ts';

export function EquityHeader() {
  const [period, setPeriod] = usePaneValue(periodSetting);
  const [form, setForm] = usePaneValue(formSetting);
  return (
    <>
      <Segmented<EquityForm>
        label={EQUITY_PANE_LABELS.equityAs}
        value={form}
        onChange={setForm}
        choices={[
          { value: 'pnl', label: 'P&L' },
          { value: 'equity', label: 'Equity' },
          { value: 'days', label: 'Days' },
          { value: 'table', label: 'Table' },
        ]}
      />
      <Segmented<EquityPeriod>
        label="Period"
        value={period}
        onChange={setPeriod}
        choices={[
          { value: 'day', label: 'Day' },
          { value: 'week', label: 'Week' },
          { value: 'month', label: 'Month' },
          { value: 'all', label: 'All' },
        ]}
      />
    </>
  );
}
