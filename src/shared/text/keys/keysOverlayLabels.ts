/** Labels of the keys overlay: headings, buttons, hints and names for screen readers. */
export const KEYS_OVERLAY_LABELS = {
  changeKeys: 'Change keys',
  searchActionOrKey: 'Search an action or a key',
  searchKeys: 'Search keys',
  typedOrdersInHelp: 'Typed orders in Help',
};
