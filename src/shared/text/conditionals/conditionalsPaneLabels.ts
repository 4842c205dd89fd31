/** Labels of the conditionals pane: headings, buttons, hints and names for screen readers. */
export const CONDITIONALS_PANE_LABELS = {
  conditionalOrders: 'Conditional orders',
  conditionalOrdersShowWhen: 'Conditional orders show when the vault is open.',
  filtersAndColumns: 'Filters and columns',
  findConditionalOrders: 'Find conditional orders',
  noConditionalOrderMatches: 'No conditional order matches the filters',
};
