/** Labels of the help pane: headings, buttons, hints and names for screen readers. */
export const HELP_PANE_LABELS = {
  clearSearch: 'Clear the search',
  eachWordIsLooked: 'Each word is looked for at the beginning of words.',
  neitherPageNorKey: (query: string) => `Neither a page nor a key has “${query}”`,
  pagesOfManual: 'Pages of the manual',
  searchManual: 'Search the manual',
};
