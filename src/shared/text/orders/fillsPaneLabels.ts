/** Labels of the fills pane: headings, buttons, hints and names for screen readers. */
export const FILLS_PANE_LABELS = {
  eachPartOfOrder: 'Each part of an order that trades is one line here.',
  findFills: 'Find fills',
  filtersAndColumnsOfFills: 'Filters and columns of fills',
  filtersColumnsAndExport: 'Filters, columns and export',
  noFillInThisMarket: 'No fill in this market and period',
  noFillsYet: 'No fills yet',
};
