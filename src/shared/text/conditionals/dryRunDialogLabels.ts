/** Labels of the dry run dialog: headings, buttons, hints and names for screen readers. */
export const DRY_RUN_DIALOG_LABELS = {
  anotherDay: 'Another day',
  beginsAtPricesAndBooks: 'Begins at the prices and books of now',
  cancelledRunStartsDayAgain: 'Cancelled: Run starts the day again',
  dashedLineTriggerVerticalLineFired: '. Dashed line: trigger. Vertical line: fired. Rings: orders. Dots: fills.',
  dryRun: 'Dry run',
  expectedWholeNumberUp: 'Expected a whole number up to 4294967295',
  middlePriceOf: 'Middle price of',
  noDryRun: 'No dry run:',
  numberIsDaySameNumber: 'A number is a day: the same number and start are the same day again',
  priceOfOnSimulatedDay: (side: string) => `Price of ${side} on the simulated day`,
  simulatingDay: 'Simulating the day…',
  startFromNow: 'Start from now',
  stepsOfDryRun: 'Steps of the dry run',
  whatIsNotKnown: 'What is not known',
  whatItWouldHaveDone: 'What it would have done',
};
