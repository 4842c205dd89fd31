/** What a pane reports in the top bar: a button that opens the pane, with fewer words where the bar is narrow. */
export function PaneAlert(props: {
  readonly text: string;
  /** Few enough words for a window of 1280 pixels with two such buttons. */
  readonly short: string;
  readonly title?: string;
  readonly isUrgent?: boolean;
  readonly onOpen: () => void;
}) {
  const { text, short, title = text } = props;
  return (
    <span className="pane-alert-place" role={props.isUrgent ? 'alert' : 'status'}>
      <button type="button" className="button pane-alert" aria-label={text} title={title} onClick={props.onOpen}>
        <span className="pane-alert-text">{text}</span>
        <span className="pane-alert-short">{short}</span>
      </button>
    </span>
  );
}
