/** Labels of what a pane has read of the history: how far back, and what failed. */
export const HISTORY_LABELS = {
  again: 'Read again',
  failed: (reason: string) => `Older ones could not be read: ${reason}`,
  reading: 'Reading older ones…',
  readTo: (time: string) => `Read back to ${time}; older ones follow`,
  searching: 'Searching older ones…',
  sortedTo: (time: string) => `Sorted: those back to ${time}`,
};
