/** Labels of the dock: headings, buttons, hints and names for screen readers. */
export const DOCK_LABELS = {
  addPane: 'Add a pane',
  chooseAnotherMarket: (marketTitle: string) => `${marketTitle}: choose another market`,
  chooseMarket: 'Choose a market',
  floatAboveOthers: 'Float above the others',
  helpOnThisPane: 'Help on this pane',
  linkColour: 'Link colour',
  linked: (link: string) => `Linked: ${link}`,
  noMarket: 'No market',
  noMarketMatches: (query: string) => `No market matches “${query}”`,
  notLinked: 'Not linked',
  openAllTabsInWindow: 'Open all tabs in a window of their own',
  partOfMarketsName: 'Part of a market’s name',
  putBackBesideOthers: 'Put back beside the others',
  searchMarketsToShow: 'Search markets to show',
};
