/** Labels of the export dialog: headings, buttons, hints and names for screen readers. */
export const EXPORT_DIALOG_LABELS = {
  aStoredOneCannotBeRead: 'a stored one cannot be read',
  cancel: 'Cancel',
  firstDayUTC: 'First day (UTC)',
  lastDayUTC: 'Last day (UTC)',
  notAllFillsOfTheAccount: 'not all fills of the account are known',
  onlyWhatThePaneShows: 'Only what the pane shows:',
  progress: 'Progress of the export',
  rowsWritten: (rows: string) => `${rows} rows written`,
  theFileIsNotEncrypted: 'The file is not encrypted.',
};
