/** Lies over what can't be believed: a hatch and a word, so that no palette and no eye takes it for live. */
import { showTrust, type TrustWords } from './TrustMark.tsx';
import './staleOverlay.css';

export function StaleOverlay(props: { readonly trust: TrustWords; readonly what: string }) {
  const { trust } = props;
  if (trust.at === 'live') return null;
  return (
    <div className={`untrusted ${trust.at}`} data-testid="untrusted">
      <span role="status">
        {trust.at === 'waiting' ? `Waiting for ${props.what}` : showTrust(trust)}
        {trust.why ? <small>{trust.why}</small> : null}
      </span>
    </div>
  );
}
