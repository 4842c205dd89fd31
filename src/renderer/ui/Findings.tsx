/** List of findings: a dot with the verdict, a name, what was found, and what to do about it. */
import { Dot } from './parts.tsx';
import './findings.css';

export interface Finding {
  readonly id: string;
  readonly tone: 'good' | 'warn' | 'bad';
  /** In words, beside the tone. */
  readonly verdict: string;
  readonly name: string;
  readonly text: string;
  /** The one thing to do, or null. */
  readonly remedy: string | null;
}

export function Findings(props: { readonly label: string; readonly findings: readonly Finding[] }) {
  return (
    <ul className="findings" aria-label={props.label}>
      {props.findings.map((one) => (
        <li key={one.id}>
          <Dot tone={one.tone} label={one.verdict} />
          <span>{one.name}</span>
          <span className="secondary">{one.text}</span>
          {one.remedy === null ? null : <span className="findings-remedy">{one.remedy}.</span>}
        </li>
      ))}
    </ul>
  );
}
