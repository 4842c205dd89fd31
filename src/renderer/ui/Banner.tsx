/** One line above a pane's rows that says in words what is not as it should be; stale is hatched, not only coloured. */
import './banner.css';

export function Banner(props: { readonly tone: 'stale' | 'warn' | 'bad' | 'note'; readonly text: string }) {
  return (
    <div className={`strip ${props.tone}`} role="status">
      {props.text}
    </div>
  );
}
