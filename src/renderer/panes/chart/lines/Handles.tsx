/**
 * Handles of the chart's horizontal lines: own orders at the right, drawn levels at the left. A drag or the arrow keys move a line.
 *
 * Units       Prices in millionths, in the terms of the current outcome.
 * Invariants  Nothing is moved before the pointer is released, or Enter is pressed, at another price; Escape ends the proposal.
 */

import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { nearestOnTick, type Tick } from '#shared/market/tickGrid.ts';
import { CHART_PANE_LABELS } from '#shared/text/markets/chartPaneLabels.ts';
import { MICROS } from '#shared/units/micros.ts';
import { toReal } from '#shared/units/numbers.ts';
import { onKeys } from '../../../ui/keys.ts';
import type { HorizontalLine } from '../plot/horizontalLines.ts';
import type { Plot } from '../plot/plot.ts';
import { useCauses } from '../useCauses.ts';
import { placeInLanes } from './lanes.ts';

export interface HandleItem {
  readonly key: string;
  readonly at: 'left' | 'right';
  readonly price: number;
  readonly look: HorizontalLine['look'];
  readonly title: string;
  /** What it is, for screen readers: 'Own bid of 120'. */
  readonly name: string;
  /** In place of the price as the axis writes it. */
  readonly priceText?: string;
  /** Null for a line that cannot be moved. */
  readonly move: ((price: number) => void) | null;
  readonly open?: () => void;
  readonly remove?: () => void;
}

interface Proposal {
  readonly key: string;
  readonly price: number;
}

/** A press that moves less than this is a click. */
const DRAG_AFTER_PIXELS = 3;
const HANDLE_HEIGHT = 18;

export function Handles(props: {
  readonly plot: Plot;
  readonly items: readonly HandleItem[];
  readonly tick: Tick;
  readonly format: (micros: number) => string;
}) {
  const { plot, items, tick, format } = props;
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const proposed = items.find(({ key }) => key === proposal?.key) ?? null;

  const lines: HorizontalLine[] = items.map(({ key, price, look, priceText: text }) => {
    const isMovedLevel = look === 'level' && key === proposal?.key;
    return {
      key,
      price: toReal(isMovedLevel ? proposal.price : price),
      look,
      ...(text === undefined ? {} : { text }),
    };
  });
  if (proposal && proposed && proposed.look !== 'level') {
    lines.push({ key: 'proposal', price: toReal(proposal.price), look: 'proposal' });
  }
  const linesText = JSON.stringify(lines);
  useEffect(() => plot.drawLines(JSON.parse(linesText) as HorizontalLine[]), [plot, linesText]);

  const place = (): void => placeHandles(frame.current, plot);
  useLayoutEffect(place);
  useCauses(() => plot.onRedraw(place), [plot]);

  return (
    <div ref={frame} className="chart-handles">
      {items.map((item) => (
        <Handle
          key={item.key}
          item={item}
          proposal={proposal?.key === item.key ? proposal.price : null}
          tick={tick}
          format={format}
          priceAt={(y) => {
            const price = plot.priceAt(y - (frame.current?.getBoundingClientRect().top ?? 0));
            return price === null ? null : nearestOnTick(Math.round(price * MICROS), tick);
          }}
          onPropose={(price) => setProposal(price === null ? null : { key: item.key, price })}
        />
      ))}
    </div>
  );
}

/**
 * Sets the position of each handle; outside React, because the scales change with the pointer and with every candle. A handle whose
 * price is not in sight is at the edge, so that no own order is hidden.
 */
function placeHandles(frame: HTMLDivElement | null, plot: Plot): void {
  if (!frame || frame.childElementCount === 0) return;
  const { left, width, height } = plot.area();
  const handleHeight = HANDLE_HEIGHT * plot.theme.scale;
  const margin = handleHeight / 2;
  const elements = [...frame.children].filter((element) => element instanceof HTMLElement);
  for (const side of ['left', 'right'] as const) {
    const handles = elements
      .filter(({ dataset }) => dataset.at === side)
      .map((element) => {
        const y = plot.yOf(toReal(Number.parseInt(element.dataset.price ?? '0', 10)));
        return {
          element,
          y: y === null ? null : Math.min(height - margin, Math.max(margin, y)),
          isOff: y !== null && (y < 0 || y > height),
        };
      });
    const visible = handles.flatMap(({ element, y }) =>
      y === null ? [] : [{ element, y, width: element.offsetWidth }],
    );
    for (const { element, y, isOff } of handles) {
      element.style.visibility = y === null ? 'hidden' : 'visible';
      element.toggleAttribute('data-off', isOff);
    }
    const offsets = placeInLanes(visible, handleHeight);
    visible.forEach(({ element, y, width: own }, at) => {
      const most = Math.max(0, width - own);
      const offset = Math.min(offsets[at]!, most);
      const x = side === 'left' ? left + offset : left + most - offset;
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - margin)}px)`;
    });
  }
}

function Handle(props: {
  readonly item: HandleItem;
  readonly proposal: number | null;
  readonly tick: Tick;
  readonly format: (micros: number) => string;
  readonly priceAt: (clientY: number) => number | null;
  readonly onPropose: (price: number | null) => void;
}) {
  const { item, proposal, tick, format, priceAt, onPropose } = props;
  const drag = useRef<{ readonly startY: number; hasMoved: boolean } | null>(null);
  const current = proposal ?? item.price;

  const end = (): void => {
    drag.current = null;
    onPropose(null);
  };
  const commit = (): void => {
    if (proposal !== null && proposal !== item.price) item.move?.(proposal);
    end();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.key === 'ArrowUp' ? tick : event.key === 'ArrowDown' ? -tick : 0;
    if (step !== 0 && item.move && drag.current === null) onPropose(nearestOnTick(current + step, tick));
    else if (event.key === 'Escape' && (proposal !== null || drag.current)) end();
    else if (event.key === 'Enter' && !event.repeat && drag.current === null) {
      if (proposal === null) item.open?.();
      else commit();
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && !event.repeat && item.remove) item.remove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startY: event.clientY, hasMoved: false };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!drag.current || !item.move) return;
    if (Math.abs(event.clientY - drag.current.startY) >= DRAG_AFTER_PIXELS) drag.current.hasMoved = true;
    if (drag.current.hasMoved) onPropose(priceAt(event.clientY) ?? item.price);
  };
  const onPointerUp = (): void => {
    if (!drag.current) return;
    if (drag.current.hasMoved) commit();
    else {
      drag.current = null;
      item.open?.();
    }
  };

  const isMoving = proposal !== null && proposal !== item.price;
  const at = item.priceText ?? format(item.price);
  const how = item.move ? '. Arrow keys choose another price, Enter moves it there, Escape leaves it' : '';
  const more = item.remove ? '. Enter edits it, Delete removes it' : '';
  return (
    <div
      role="slider"
      tabIndex={0}
      className={`chart-handle ${item.look}${isMoving ? ' moving' : ''}`}
      aria-label={`${item.name}${how}${more}`}
      aria-orientation="vertical"
      aria-valuemin={toReal(tick)}
      aria-valuemax={toReal(MICROS - tick)}
      aria-valuenow={toReal(current)}
      aria-valuetext={isMoving ? CHART_PANE_LABELS.to(format(current)) : at}
      aria-readonly={item.move === null}
      title={item.move ? CHART_PANE_LABELS.lineToDrag(item.name, at) : CHART_PANE_LABELS.lineAt(item.name, at)}
      data-testid="chart-handle"
      data-at={item.at}
      data-price={current}
      {...onKeys(onKey)}
      onBlur={() => {
        if (!drag.current) onPropose(null);
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={end}
    >
      {item.title}
      {isMoving ? <b> → {format(current)}</b> : null}
    </div>
  );
}
