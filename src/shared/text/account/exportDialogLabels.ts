/** Labels of the export dialog: headings, buttons, hints and names for screen readers. */
export const EXPORT_DIALOG_LABELS = {
  firstDayUTC: 'First day (UTC)',
  lastDayUTC: 'Last day (UTC)',
};
