/** Sections and rows of the settings pane. */
import type { ReactNode } from 'react';
import { Segmented } from '../../ui/parts.tsx';

export function Section(props: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="settings-section" aria-label={props.title}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

export function Row(props: { readonly label: string; readonly note?: string; readonly children: ReactNode }) {
  return (
    <div className="settings-row">
      <div>
        <span>{props.label}</span>
        {props.note === undefined ? null : <p>{props.note}</p>}
      </div>
      {props.children}
    </div>
  );
}

export function SwitchRow(props: {
  readonly label: string;
  readonly note?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <Row label={props.label} {...(props.note === undefined ? {} : { note: props.note })}>
      <Segmented
        label={props.label}
        value={props.isOn ? 'on' : 'off'}
        choices={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        onChange={(value) => props.onChange(value === 'on')}
      />
    </Row>
  );
}
