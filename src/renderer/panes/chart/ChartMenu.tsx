/** Menu of a chart: outcome and unit, what is drawn, other outcomes of the event, levels, zoom. */

import type { Side } from '#shared/market/outcome.ts';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import { marketName, useMarket } from '../../domain/markets/markets.ts';
import { underlyingOf } from '../../domain/markets/underlying.ts';
import { usePaneMarket, usePaneValue } from '../../domain/workspaces/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { MenuCheck, MenuChoices, MenuGroup, MenuItem, MenuSeparator, Submenu } from '../../ui/overlay/Menu.tsx';
import type { PriceUnit } from './legend.ts';
import { clearLevels, levelsOf } from './lines/levels.ts';
import { listOtherMarkets } from './outcomes.ts';
import {
  alertsSetting,
  averageSetting,
  fillsSetting,
  levelRequests,
  levelsSetting,
  MAX_OUTCOMES,
  ordersSetting,
  outcomesSetting,
  underlyingSetting,
  unitSetting,
  viewSetting,
  volumeSetting,
  zoomRequests,
} from './state.ts';

export function ChartMenu(props: { readonly onIndicators: () => void }) {
  const id = usePaneMarket();
  const market = useMarket(id);
  const [view, setView] = usePaneValue(viewSetting);
  const [unit, setUnit] = usePaneValue(unitSetting);
  const [levels, setLevels] = usePaneValue(levelsSetting);
  const [levelRequest, requestLevel] = usePaneValue(levelRequests);
  const [zoomRequest, requestZoom] = usePaneValue(zoomRequests);
  return (
    <>
      <MenuChoices<Side>
        label="Outcome"
        value={view}
        onChange={setView}
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No: prices at 1 − p' },
        ]}
      />
      <MenuChoices<PriceUnit>
        label={CHART_PANE_LABELS.priceScale}
        value={unit}
        onChange={setUnit}
        choices={[
          { value: 'dollars', label: 'Dollars: 0.42' },
          { value: 'percent', label: 'Probability: 42%' },
        ]}
      />
      <MenuSeparator />
      <Drawn symbol={underlyingOf(market)} />
      <MenuItem onSelect={props.onIndicators}>Indicators…</MenuItem>
      <Outcomes />
      <MenuSeparator />
      <MenuItem onSelect={() => requestLevel(levelRequest + 1)}>{CHART_PANE_LABELS.addLevel}</MenuItem>
      {id !== null && levelsOf(levels, id).length > 0 ? (
        <MenuItem onSelect={() => setLevels(clearLevels(levels, id))}>{CHART_PANE_LABELS.removeAllLevelsOf}</MenuItem>
      ) : null}
      <MenuItem onSelect={() => requestZoom(zoomRequest + 1)}>{CHART_PANE_LABELS.resetZoom}</MenuItem>
    </>
  );
}

function Drawn(props: { readonly symbol: string | null }) {
  const [hasVolume, setVolume] = usePaneValue(volumeSetting);
  const [hasOrders, setOrders] = usePaneValue(ordersSetting);
  const [hasFills, setFills] = usePaneValue(fillsSetting);
  const [hasAverage, setAverage] = usePaneValue(averageSetting);
  const [hasAlerts, setAlerts] = usePaneValue(alertsSetting);
  const [hasUnderlying, setUnderlying] = usePaneValue(underlyingSetting);
  return (
    <MenuGroup label="Draws">
      <MenuCheck isOn={hasVolume} onChange={setVolume}>
        Volume
      </MenuCheck>
      <MenuCheck isOn={hasOrders} onChange={setOrders}>
        {CHART_PANE_LABELS.ownOrdersAndStops}
      </MenuCheck>
      <MenuCheck isOn={hasFills} onChange={setFills}>
        {CHART_PANE_LABELS.ownFills}
      </MenuCheck>
      <MenuCheck isOn={hasAverage} onChange={setAverage}>
        {CHART_PANE_LABELS.averagePriceOfPosition}
      </MenuCheck>
      <MenuCheck isOn={hasAlerts} onChange={setAlerts}>
        {CHART_PANE_LABELS.priceAlerts}
      </MenuCheck>
      {props.symbol === null ? null : (
        <MenuCheck isOn={hasUnderlying} onChange={setUnderlying}>
          {props.symbol} {CHART_PANE_LABELS.andStrike}
        </MenuCheck>
      )}
    </MenuGroup>
  );
}

/** The other outcomes of the event; nothing for a market alone. */
function Outcomes() {
  const market = useMarket(usePaneMarket());
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? []);
  const [chosen, setChosen] = usePaneValue(outcomesSetting);
  const others = listOtherMarkets(markets, market);
  if (others.length === 0) return null;
  const drawn = others.filter((one) => chosen.includes(one.id));
  return (
    <Submenu label={CHART_PANE_LABELS.otherOutcomesAsLines}>
      {others.map((one) => {
        const isOn = chosen.includes(one.id);
        return (
          <MenuCheck
            key={one.id}
            isOn={isOn}
            isDisabled={!isOn && drawn.length >= MAX_OUTCOMES}
            onChange={(next) => {
              // Outcomes of other events stay chosen for when the pane shows one of those again, as far as there is room.
              const rest = chosen.filter((id) => id !== one.id);
              setChosen(next ? [...rest, one.id].slice(-4 * MAX_OUTCOMES) : rest);
            }}
          >
            {marketName(one)}
          </MenuCheck>
        );
      })}
    </Submenu>
  );
}
