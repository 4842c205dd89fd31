/** Streams table of the health pane. */
import { useMemo } from 'react';
import { formatDuration } from '#shared/base/formatDuration.ts';
import type { StreamHealth } from '#shared/ipc/health.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { STREAM_REASONS, STREAM_STATES } from '#shared/text/health.ts';
import { HEALTH_PANE_LABELS } from '#shared/text/healthPaneLabels.ts';
import { formatTime } from '#shared/text/times.ts';
import { createPaneSetting, usePaneValue } from '../../domain/workspaces/panes.ts';
import { Dot } from '../../ui/parts.tsx';
import { DataTable, type TableColumn } from '../../ui/table/DataTable.tsx';
import { parseTableSort, type TableSort } from '../../ui/table/tableSort.ts';
import { isSilent, toneOfStream } from './model.ts';

export function Streams(props: { readonly streams: readonly StreamHealth[]; readonly now: number }) {
  const { streams, now } = props;
  const [sort, setSort] = usePaneValue(sortSetting);
  const columns = useMemo(() => buildColumns(now), [now]);
  return (
    <DataTable
      label="Streams"
      columns={columns}
      rows={streams}
      keyOf={(stream) => stream.name}
      sort={sort}
      onSort={setSort}
      empty={<p className="dim">{HEALTH_PANE_LABELS.noStreamIsOpenYet}</p>}
    />
  );
}

function describeStream(stream: StreamHealth, now: number): string {
  if (stream.at !== 'open') return 'not open';
  return isSilent(stream, now) ? 'silent' : 'receiving';
}

function reasonOf(stream: StreamHealth): string | undefined {
  return stream.reason === null ? undefined : formatCoded(STREAM_REASONS, stream.reason);
}

function countedSince({ sinceMs }: StreamHealth): string {
  return `Gaps and reconnects since ${formatTime(sinceMs, 'machine')}, when this stream was opened`;
}

function buildColumns(now: number): readonly TableColumn<StreamHealth>[] {
  return [
    {
      id: 'stream',
      header: 'Stream',
      width: 110,
      takesRest: true,
      title: (stream) => stream.name,
      cell: (stream) => stream.name,
      sortBy: (stream) => stream.name,
    },
    {
      id: 'state',
      header: 'State',
      width: 80,
      title: (stream) => reasonOf(stream),
      cell: (stream) => {
        const tone = toneOfStream(stream, now);
        return (
          <>
            <Dot tone={tone} label={describeStream(stream, now)} /> {STREAM_STATES[stream.at]}
          </>
        );
      },
      sortBy: (stream) => STREAM_STATES[stream.at],
    },
    {
      id: 'age',
      header: 'Age',
      width: 58,
      align: 'right',
      title: (stream) => (isSilent(stream, now) ? 'No message for more than 30 seconds' : undefined),
      className: (stream) => (toneOfStream(stream, now) === 'warn' ? 'mono mine' : 'mono'),
      cell: (stream) =>
        stream.lastMessageAtMs === null ? '–' : formatDuration(now - stream.lastMessageAtMs, { tenths: true }),
      sortBy: (stream) => stream.lastMessageAtMs,
    },
    {
      id: 'gaps',
      header: 'Gaps',
      width: 44,
      align: 'right',
      title: countedSince,
      className: 'mono',
      cell: (stream) => stream.gaps,
      sortBy: (stream) => stream.gaps,
    },
    {
      id: 'reconnects',
      header: 'Reconnects',
      width: 78,
      align: 'right',
      title: countedSince,
      className: 'mono',
      cell: (stream) => stream.reconnects,
      sortBy: (stream) => stream.reconnects,
    },
    {
      id: 'since',
      header: 'Since',
      width: 62,
      leaves: 2,
      align: 'right',
      className: 'mono dim',
      title: countedSince,
      cell: (stream) => formatTime(stream.sinceMs, 'machine'),
      sortBy: (stream) => stream.sinceMs,
    },
    {
      id: 'retry',
      header: 'Retry',
      width: 78,
      leaves: 1,
      title: (stream) => reasonOf(stream),
      cell: (stream) => (
        <>
          {stream.retryAtMs !== null && stream.retryAtMs > now
            ? HEALTH_PANE_LABELS.inTime(formatDuration(stream.retryAtMs - now, { tenths: true }))
            : ''}
          <span className="dim">{stream.at === 'open' ? '' : (reasonOf(stream) ?? '')}</span>
        </>
      ),
    },
  ];
}

/** Sort of one health pane's streams. */
const sortSetting = createPaneSetting<TableSort | null>('sort', null, parseTableSort);
