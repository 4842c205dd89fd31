/** A public name too long for its place: short to read, whole on hover, and in the clipboard by a click. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import './copyable.css';
import { shorten } from './shorten.ts';

const TOLD_FOR_MS = 1_500;

export function Copyable(props: {
  readonly what: string;
  readonly text: string;
  /** There is room for all of it. */
  readonly isWhole?: boolean;
}) {
  const [told, setTold] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = window.setTimeout(() => setTold(null), TOLD_FOR_MS);
    return () => window.clearTimeout(timer);
  }, [told]);
  const copy = (): void => {
    navigator.clipboard.writeText(props.text).then(
      () => setTold('copied'),
      () => setTold('refused'),
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
      {told === 'copied' ? <Check size={11} aria-hidden="true" /> : <Copy size={11} aria-hidden="true" />}
      <span className={told === null ? 'copyable-told' : 'copyable-told shown'} role="status">
        {told === 'copied' ? 'copied' : told === 'refused' ? 'not allowed' : ''}
      </span>
    </button>
  );
}
