/** Labels of the tour: headings, buttons, hints and names for screen readers. */
export const TOUR_LABELS = {
  newHereTakeTour: 'New here? Take the tour',
  noTour: 'No tour',
  skipTour: 'Skip the tour',
  tourStepOf: (step: number, count: number) => `Tour, step ${step} of ${count}`,
};
