/** Overlay on data that is not live: a hatch with the state and its reason. */
import { formatTrust, type ShownTrust } from './TrustMark.tsx';
import './staleOverlay.css';

export function StaleOverlay(props: { readonly trust: ShownTrust; readonly what: string }) {
  const { trust } = props;
  if (trust.at === 'live' || trust.at === 'incomplete') return null;
  return (
    <div className={`untrusted ${trust.at}`} data-testid="untrusted">
      <span role="status">
        {trust.at === 'waiting' ? `Waiting for ${props.what}` : formatTrust(trust)}
        {trust.reason ? <small>{trust.reason}</small> : null}
      </span>
    </div>
  );
}
