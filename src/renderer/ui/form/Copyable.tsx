/** Public text shortened to fit: whole in the tooltip, copied by a click. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import './copyable.css';
import { shorten } from '../shorten.ts';

const SHOWN_FOR_MS = 1_500;

export function Copyable(props: {
  readonly what: string;
  readonly text: string;
  /** Shows all of it. */
  readonly isWhole?: boolean;
}) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = window.setTimeout(() => setResult(null), SHOWN_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [result]);
  const copy = (): void => {
    navigator.clipboard.writeText(props.text).then(
      () => setResult('copied'),
      () => setResult('refused'),
    );
  };
  return (
    <button
      type="button"
      className="copyable mono"
      title={props.text}
      aria-label={`Copy ${props.what} ${props.text}`}
      onClick={copy}
    >
      {props.isWhole ? props.text : shorten(props.text)}
      {result === 'copied' ? <Check size={11} aria-hidden="true" /> : <Copy size={11} aria-hidden="true" />}
      <span className={result === null ? 'copyable-result' : 'copyable-result shown'} role="status">
        {result === 'copied' ? 'copied' : result === 'refused' ? 'not allowed' : ''}
      </span>
    </button>
  );
}
