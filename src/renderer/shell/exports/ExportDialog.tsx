/** Dialog that exports trading records of a period, with a pane's filter; main writes the file and answers its path. */

import { useEffect, useState } from 'react';
import { groupDigits } from '#shared/base/groupDigits.ts';
import type { Outputs } from '#shared/ipc/contract.ts';
import { EXPORT_DIALOG_LABELS } from '#shared/text/account/exportDialogLabels.ts';
import { act } from '../../act/bridge.ts';
import { useCommand } from '../../act/useCommand.ts';
import { type ExportRequest, type ExportSubject, requestExport } from '../../domain/exportRequests.ts';
import type { Action } from '../../domain/keys/actions.ts';
import { feed } from '../../feed/feed.ts';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Copyable } from '../../ui/form/Copyable.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Field, Segmented } from '../../ui/parts.tsx';
import { ALL_TIME, formatDayField, parsePeriod } from './exportPeriod.ts';
import './export.css';

const PROGRESS_EVERY_MS = 100;

type What = ExportSubject;
type Format = 'csv' | 'json';
type Written = Outputs['order.export'] & { readonly what: What };

const CONTENTS: Readonly<Record<What, Readonly<Record<Format, string>>>> = {
  orders: {
    csv: 'One row per order of any age: its times, average fill price, fees and state.',
    json: 'Each order of any age with every step of its life: time, source and reason code.',
  },
  fills: { csv: 'One row per fill.', json: 'Each fill as an object.' },
  pnl: {
    csv: 'One row per market: what the fills of the period made, and its results as they are now.',
    json: 'Each market as an object: what the fills of the period made, and its results as they are now, with their total.',
  },
  conditionals: {
    csv: 'One row per conditional order of the list: its terms, state, and when it fired.',
    json: 'Each conditional order of the list as an object.',
  },
};

export function ExportDialog(props: { readonly request: ExportRequest; readonly onClose: () => void }) {
  const { filter, filterText, fromMs } = props.request;
  const command = useCommand(false);
  const [what, setWhat] = useState<What>(props.request.what);
  const [format, setFormat] = useState<Format>('csv');
  const [span, setSpan] = useState<'all' | 'days'>(fromMs === null ? 'all' : 'days');
  const [isFiltered, setFiltered] = useState(filter !== null);
  const [first, setFirst] = useState(() => formatDayField(fromMs ?? Date.now()));
  const isOwn = what === props.request.what;
  const [last, setLast] = useState(() => formatDayField(Date.now()));
  const [written, setWritten] = useState<Written | null>(null);
  const progress = useProgress(command.isBusy);
  const change = <T,>(set: (value: T) => void) => {
    return (value: T): void => {
      set(value);
      setWritten(null);
      command.clearError();
    };
  };
  const submit = async (): Promise<void> => {
    setWritten(null);
    const period = span === 'all' ? ALL_TIME : parsePeriod(first, last);
    if ('problem' in period) {
      command.refuse(period.problem);
      return;
    }
    const result = await command.run('order.export', {
      what,
      format,
      ...period,
      ...(isFiltered && isOwn && filter !== null ? { filter } : {}),
    });
    if (result?.ok) setWritten({ ...result.value, what });
  };
  return (
    <Dialog title="Export" busy={command.isBusy} onClose={props.onClose}>
      <form
        className="export-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Segmented
          label="What"
          value={what}
          onChange={change(setWhat)}
          choices={[
            { value: 'orders', label: 'Orders' },
            { value: 'fills', label: 'Fills' },
            { value: 'pnl', label: 'P&L' },
            { value: 'conditionals', label: 'Conditionals' },
          ]}
        />
        <Segmented
          label="Format"
          value={format}
          onChange={change(setFormat)}
          choices={[
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <Segmented
          label="Period"
          value={span}
          onChange={change(setSpan)}
          choices={[
            { value: 'all', label: 'All' },
            { value: 'days', label: 'Some days' },
          ]}
        />
        {span === 'all' ? null : (
          <div className="export-days">
            <DayField label={EXPORT_DIALOG_LABELS.firstDayUTC} value={first} onChange={change(setFirst)} />
            <DayField label={EXPORT_DIALOG_LABELS.lastDayUTC} value={last} onChange={change(setLast)} />
          </div>
        )}
        {filter === null || !isOwn ? null : (
          <label className="export-filter">
            <input
              type="checkbox"
              checked={isFiltered}
              onChange={(event) => change(setFiltered)(event.target.checked)}
            />
            <span>
              {EXPORT_DIALOG_LABELS.onlyWhatThePaneShows} {filterText}
            </span>
          </label>
        )}
        <p>
          {CONTENTS[what][format]} {EXPORT_DIALOG_LABELS.theFileIsNotEncrypted}
        </p>
        {command.error ? <ErrorMessage error={command.error} /> : null}
        {written ? <Report written={written} /> : null}
        {progress === null ? null : (
          <div className="export-progress">
            <progress aria-label={EXPORT_DIALOG_LABELS.progress} value={progress.part} max={1} />
            <span role="status" aria-busy="true">
              {EXPORT_DIALOG_LABELS.rowsWritten(groupDigits(`${progress.rows}`))}
            </span>
          </div>
        )}
        <footer>
          {progress === null ? (
            <button type="button" className="button" disabled={command.isBusy} onClick={props.onClose}>
              Close
            </button>
          ) : (
            <button type="button" className="button" onClick={() => void act('order.cancelExport', {})}>
              {EXPORT_DIALOG_LABELS.cancel}
            </button>
          )}
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {command.isBusy ? 'Writing…' : 'Export'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

type Progress = Outputs['order.exportProgress'];

/** Null while nothing is written. */
function useProgress(isBusy: boolean): Progress {
  const [progress, setProgress] = useState<Progress>(null);
  useEffect(() => {
    if (!isBusy) return;
    let isOver = false;
    const timer = setInterval(() => {
      void act('order.exportProgress', {}).then((result) => {
        if (!isOver && result.ok) setProgress(result.value);
      });
    }, PROGRESS_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      setProgress(null);
    };
  }, [isBusy]);
  return progress;
}

function DayField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      {(id) => (
        <input id={id} type="date" value={props.value} onChange={(event) => props.onChange(event.target.value)} />
      )}
    </Field>
  );
}

const NOUNS: Readonly<Record<What, readonly [one: string, many: string]>> = {
  orders: ['order', 'orders'],
  fills: ['fill', 'fills'],
  pnl: ['result', 'results'],
  conditionals: ['conditional order', 'conditional orders'],
};

function Report(props: { readonly written: Written }) {
  const { what, rows, path, isComplete } = props.written;
  const [one, many] = NOUNS[what];
  const noun = rows === 1 ? one : many;
  const missing = what === 'orders' ? 'Average prices and fees may be missing' : 'Some may be missing';
  return (
    <div className="export-written">
      <p role="status">
        {rows} {noun} written.
        {isComplete
          ? ''
          : ` ${missing}: ${what === 'conditionals' ? EXPORT_DIALOG_LABELS.aStoredOneCannotBeRead : EXPORT_DIALOG_LABELS.notAllFillsOfTheAccount}.`}
      </p>
      <Copyable what="path" text={path} isWhole />
    </div>
  );
}

const TITLES: Readonly<Record<ExportSubject, string>> = {
  orders: 'Export orders…',
  fills: 'Export fills…',
  pnl: 'Export profit and loss…',
  conditionals: 'Export conditional orders…',
};

export const EXPORT_ACTIONS: readonly Action[] = (Object.keys(TITLES) as ExportSubject[]).map((what) => ({
  id: `export.${what}`,
  title: TITLES[what],
  group: 'View',
  defaultKeys: [],
  blockedBy: () => (feed.wallet()?.vault === 'unlocked' ? null : 'Unlock first: the export is of your account'),
  run: () => requestExport(what),
}));
