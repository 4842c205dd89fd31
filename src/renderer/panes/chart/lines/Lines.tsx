/** Own orders, alerts and drawn levels of a chart, with the dialog of a level. */
import { useRef, useState } from 'react';
import type { AlertView } from '#shared/alerts/view.ts';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import { readLines } from '../../../domain/account/positions.ts';
import { listAlertLines } from '../../../domain/alerts/alertLines.ts';
import { listStopLines } from '../../../domain/conditionals/stopLines.ts';
import { attemptOf } from '../../../domain/noticeFacts.ts';
import { usePaneValue } from '../../../domain/workspaces/panes.ts';
import { useFeed } from '../../../feed/feed.ts';
import { feedKey } from '../../../feed/mirror.ts';
import { useOverlay } from '../../../ui/overlay/overlay.ts';
import { formatChartPrice } from '../legend.ts';
import { inViewOf, priceInView } from '../plot/bars.ts';
import type { Plot } from '../plot/plot.ts';
import { barsOf, type ChartSubject } from '../plot/usePlot.ts';
import { alertsSetting, averageSetting, levelRequests, levelsSetting, ordersSetting, unitSetting } from '../state.ts';
import { useCauses } from '../useCauses.ts';
import { Handles } from './Handles.tsx';
import { listAlertHandles, listAverageHandles, listLevelHandles, listOrderHandles, listStopHandles } from './items.ts';
import { LevelDialog } from './LevelDialog.tsx';
import { addLevel, changeLevel, levelsOf, MAX_LEVELS, removeLevel } from './levels.ts';
import { PriceMenu, type PricePoint } from './PriceMenu.tsx';

const NO_ALERTS: readonly AlertView[] = [];

export function Lines(props: {
  readonly plot: Plot;
  readonly subject: ChartSubject;
  readonly tick: Tick;
  readonly decimals: number;
  readonly crosshairPrice: number | null;
  /** Where the menu of a price is open. */
  readonly menuAt: PricePoint | null;
  readonly onCloseMenu: () => void;
}) {
  const { plot, subject, tick, decimals, crosshairPrice, menuAt } = props;
  const { market, period, view } = subject;
  const [unit] = usePaneValue(unitSetting);
  const [hasOrders] = usePaneValue(ordersSetting);
  const [hasAverage] = usePaneValue(averageSetting);
  const [hasAlerts] = usePaneValue(alertsSetting);
  const [levels, setLevels] = usePaneValue(levelsSetting);
  const [editing, setEditing] = useState<number | null>(null);
  const orders = useFeed([feedKey.account], (mirror) => mirror.account()?.orders ?? []);
  const alerts = useFeed([feedKey.alerts], (mirror) => mirror.alerts()?.alerts ?? NO_ALERTS);
  const positionLines = useFeed([feedKey.account, feedKey.listing], (mirror) => readLines(mirror));
  const conditionals = useFeed([feedKey.conditionals], (mirror) => mirror.conditionals()?.conditionals ?? []);
  const own = levelsOf(levels, market);
  const format = (micros: number): string => formatChartPrice(micros, unit, decimals);

  const addAt = (price: number): void => {
    if (own.length >= MAX_LEVELS) {
      useOverlay
        .getState()
        .notify(
          'warn',
          'No level added',
          `This market has ${MAX_LEVELS} levels: remove one first.`,
          attemptOf('level'),
        );
    } else setLevels(addLevel(levels, market, priceInView(view, nearestOnTick(price, tick))));
  };
  const [request] = usePaneValue(levelRequests);
  const answered = useRef(request);
  useCauses(() => {
    if (request === answered.current) return;
    answered.current = request;
    const last = barsOf(market, period).rows.at(-1);
    const price = crosshairPrice ?? (last ? inViewOf(view, last)[4]! : null);
    if (price !== null) addAt(price);
  }, [request]);

  const items = [
    ...(hasOrders
      ? [
          ...listOrderHandles(
            orders.filter((order) => order.market === market),
            view,
          ),
          ...listStopHandles(listStopLines(conditionals, market, tick), view, tick),
        ]
      : []),
    ...(hasAverage
      ? listAverageHandles(
          positionLines.filter(({ position }) => position.market === market),
          view,
        )
      : []),
    ...(hasAlerts ? listAlertHandles(listAlertLines(alerts, market), view, tick) : []),
    ...listLevelHandles(
      own,
      view,
      {
        move: (id, price) => setLevels(changeLevel(levels, market, id, { price })),
        open: setEditing,
        remove: (id) => setLevels(removeLevel(levels, market, id)),
      },
      format,
    ),
  ];
  const edited = own.find(({ id }) => id === editing) ?? null;
  return (
    <>
      <Handles plot={plot} items={items} tick={tick} format={format} />
      {menuAt ? (
        <PriceMenu
          point={menuAt}
          market={market}
          view={view}
          format={format}
          onLevel={() => addAt(menuAt.price)}
          onClose={props.onCloseMenu}
        />
      ) : null}
      {edited ? (
        <LevelDialog
          level={{ ...edited, price: priceInView(view, edited.price) }}
          tick={tick}
          onSave={(price, label) =>
            setLevels(changeLevel(levels, market, edited.id, { price: priceInView(view, price), label }))
          }
          onRemove={() => setLevels(removeLevel(levels, market, edited.id))}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </>
  );
}
