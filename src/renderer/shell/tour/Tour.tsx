/** A step of the tour beside the part of the window that it is about, and the offer to take it. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { TOUR_LABELS } from '#shared/text/tourLabels.ts';
import { useReadinessCode } from '../../domain/account/readiness.ts';
import { savePreferences, usePreferenceStore, usePreferences } from '../../domain/preferences.ts';
import { endTour, showTourStep, TOUR_STEPS, type TourStep, useTour } from '../../domain/tour.ts';
import { useIsDetached } from '../../domain/workspaces/windowLayout.ts';
import { isDialogOpen } from '../../ui/focus.ts';
import { useLook } from '../../ui/look.ts';
import './tour.css';
import { onKeys } from '../../ui/keys.ts';

/** In CSS pixels at scale 1; no card is higher. */
const CARD = { width: 300, height: 180 } as const;
const GAP = 10;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function Tour() {
  const step = useTour((state) => state.step);
  const current = step === null ? undefined : TOUR_STEPS[step];
  return step === null || current === undefined ? null : <Step key={step} number={step} step={current} />;
}

/** In the status line until the tour was taken or declined. */
export function TourOffer() {
  const isLoaded = usePreferenceStore((state) => state.isLoaded);
  const isOffered = usePreferences(({ tour }) => tour === 'offered');
  const isOpen = useTour((state) => state.step !== null);
  const isDetached = useIsDetached();
  const isTrading = useReadinessCode() === 'armed';
  // Who trades is not new here: the offer goes for good, as when it is declined.
  useEffect(() => {
    if (isTrading && isLoaded && isOffered && !isDetached) void savePreferences({ tour: 'ended' });
  }, [isTrading, isLoaded, isOffered, isDetached]);
  if (!isLoaded || !isOffered || isOpen || isDetached || isTrading) return null;
  return (
    <span className="tour-offer">
      <button type="button" className="button quiet small" onClick={() => showTourStep(0)}>
        {TOUR_LABELS.newHereTakeTour}
      </button>
      <button type="button" className="button quiet small" aria-label={TOUR_LABELS.noTour} onClick={endTour}>
        ✕
      </button>
    </span>
  );
}

function Step({ number, step }: { readonly number: number; readonly step: TourStep }) {
  const card = useRef<HTMLElement>(null);
  const target = useTargetBox(step);
  const { scale } = useLook();
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLElement>('[data-next]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const isLast = number === TOUR_STEPS.length - 1;
  return (
    <>
      {target ? <div className="tour-ring" style={{ ...target }} aria-hidden="true" /> : null}
      <section
        ref={card}
        className="tour-card"
        style={placeCard(target, scale)}
        aria-label={TOUR_LABELS.tourStepOf(number + 1, TOUR_STEPS.length)}
        {...onKeys((event) => {
          if (event.key !== 'Escape' || isDialogOpen()) return;
          event.stopPropagation();
          endTour();
        })}
      >
        <header>
          <strong>{step.title}</strong>
          <span className="mono secondary">
            {number + 1}/{TOUR_STEPS.length}
          </span>
        </header>
        <p aria-live="polite">{step.text()}</p>
        <footer>
          <button type="button" className="button quiet small" onClick={endTour}>
            {TOUR_LABELS.skipTour}
          </button>
          <span className="tour-space" />
          {number > 0 ? (
            <button type="button" className="button small" onClick={() => showTourStep(number - 1)}>
              Back
            </button>
          ) : null}
          <button type="button" className="button primary small" data-next onClick={() => showTourStep(number + 1)}>
            {isLast ? 'Done' : 'Next'}
          </button>
        </footer>
      </section>
    </>
  );
}

/** Box of the target, followed while it moves; null while it is not in the window. */
function useTargetBox({ target }: TourStep): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => setBox(readBox(findTarget(target)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const element = findTarget(target);
    if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [target]);
  return box;
}

function findTarget(target: TourStep['target']): Element | null {
  if ('selector' in target) return document.querySelector(target.selector);
  return document.querySelector(`[data-pane="${target.pane}"]`)?.closest('.dv-groupview') ?? null;
}

function readBox(element: Element | null): Box | null {
  if (element === null) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  return width === 0 ? null : { left, top, width, height };
}

/** Beside the target where there is room, else below its top edge; always inside the window. */
function placeCard(target: Box | null, scale: number): { readonly left: number; readonly top: number } {
  const { clientWidth, clientHeight } = document.documentElement;
  const width = CARD.width * scale;
  if (target === null) return { left: (clientWidth - width) / 2, top: clientHeight / 4 };
  const right = target.left + target.width + GAP;
  const left = target.left - width - GAP;
  const isBeside = right + width <= clientWidth || left >= 0;
  const x = right + width <= clientWidth ? right : left >= 0 ? left : target.left + GAP;
  const y = isBeside ? target.top + 40 : Math.min(target.top + target.height, clientHeight / 2) + GAP;
  return {
    left: Math.min(Math.max(GAP, x), clientWidth - width - GAP),
    top: Math.min(y, clientHeight - CARD.height * scale - GAP),
  };
}
