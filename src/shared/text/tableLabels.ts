/** Labels that every table has. */
export const TABLE_LABELS = {
  columns: 'Columns',
  export: 'Export…',
  /** 'Shown: 3 of 12 orders, buys, Harbour List'. */
  filterLine: (count: string, texts: string) => `Shown: ${count}, ${texts}`,
  locked: 'Locked',
  showAll: 'Show all',
};
