/** Percentiles of a measured time. */

import { Fragment } from 'react';
import type { Percentiles } from '#shared/base/sampleWindow.ts';
import { HEALTH_PANE_LABELS } from '#shared/text/healthPaneLabels.ts';

/** `about`: from when until when it is measured. */
export function Times(props: { readonly percentiles: Percentiles | null; readonly about: string }) {
  const { percentiles, about } = props;
  const rows = [
    ['50 %', percentiles?.p50],
    ['95 %', percentiles?.p95],
    ['99 %', percentiles?.p99],
    ['Slowest', percentiles?.max],
  ] as const;
  return (
    <dl className="health-clock" title={HEALTH_PANE_LABELS.aboutNewest(about, percentiles?.count ?? 0)}>
      {rows.map(([name, ms]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className="mono">{ms === undefined ? '–' : HEALTH_PANE_LABELS.milliseconds(Math.round(ms))}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
