/** Dialog that exports orders or fills of a period; main writes the file and answers its path. */
import { useState } from 'react';
import type { Outputs } from '#shared/ipc/contract.ts';
import { useCommand } from '../../act/useCommand.ts';
import { Copyable } from '../../ui/Copyable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorMessage } from '../../ui/ErrorMessage.tsx';
import { Field, Segmented } from '../../ui/parts.tsx';
import { ALL_TIME, formatDayField, parsePeriod } from './exportPeriod.ts';

type What = 'orders' | 'fills';
type Format = 'csv' | 'json';
type Written = Outputs['order.export'] & { readonly what: What };

const CONTENTS: Readonly<Record<What, Readonly<Record<Format, string>>>> = {
  orders: {
    csv: 'One row per order of any age: its times, average fill price, fees and state.',
    json: 'Each order of any age with every step of its life: time, source and reason code.',
  },
  fills: { csv: 'One row per fill.', json: 'Each fill as an object.' },
};

export function ExportDialog(props: { readonly onClose: () => void }) {
  const command = useCommand(false);
  const [what, setWhat] = useState<What>('orders');
  const [format, setFormat] = useState<Format>('csv');
  const [span, setSpan] = useState<'all' | 'days'>('all');
  const [first, setFirst] = useState(() => formatDayField(Date.now()));
  const [last, setLast] = useState(() => formatDayField(Date.now()));
  const [written, setWritten] = useState<Written | null>(null);
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
    const result = await command.run('order.export', { what, format, ...period });
    if (result?.ok) setWritten({ ...result.value, what });
  };
  return (
    <Dialog title="Export" busy={command.isBusy} onClose={props.onClose}>
      <form
        className="orders-export"
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
          <div className="orders-days">
            <DayField label="First day (UTC)" value={first} onChange={change(setFirst)} />
            <DayField label="Last day (UTC)" value={last} onChange={change(setLast)} />
          </div>
        )}
        <p>{CONTENTS[what][format]} The file is not encrypted.</p>
        {command.error ? <ErrorMessage error={command.error} /> : null}
        {written ? <Report written={written} /> : null}
        <footer>
          <button type="button" className="button" disabled={command.isBusy} onClick={props.onClose}>
            Close
          </button>
          <button type="submit" className="button primary" disabled={command.isBusy}>
            {command.isBusy ? 'Writing…' : 'Export'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
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

function Report(props: { readonly written: Written }) {
  const { what, rows, path, isComplete } = props.written;
  const noun = rows === 1 ? what.slice(0, -1) : what;
  const missing = what === 'fills' ? 'Fills are missing' : 'Average prices and fees may be missing';
  return (
    <div className="orders-written">
      <p role="status">
        {rows} {noun} written.
        {isComplete ? '' : ` ${missing}: not all fills of the account are known.`}
      </p>
      <Copyable what="path" text={path} isWhole />
    </div>
  );
}
