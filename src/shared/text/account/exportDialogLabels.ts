/** Labels of the export dialog: headings, buttons, hints and names for screen readers. */
export const EXPORT_DIALOG_LABELS = {
  cancel: 'Cancel',
  firstDayUTC: 'First day (UTC)',
  lastDayUTC: 'Last day (UTC)',
  progress: 'Progress of the export',
  rowsWritten: (rows: string) => `${rows} rows written`,
};
