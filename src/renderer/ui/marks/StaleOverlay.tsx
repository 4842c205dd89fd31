/**
 * Overlay on data that is not live: a hatch, with the state and its reason in a line of their own below the data.
 *
 * Invariants  The words cover no row: the data gives up the height of the line, at its foot, so that no row above moves. The box around both has the class `stale-box`.
 */
import { formatTrust, type ShownTrust } from './TrustMark.tsx';
import './staleOverlay.css';

export function StaleOverlay(props: { readonly trust: ShownTrust; readonly what: string }) {
  const { trust } = props;
  if (trust.at === 'live' || trust.at === 'incomplete') return null;
  const text = trust.at === 'waiting' ? `Waiting for ${props.what}` : formatTrust(trust);
  return (
    <div className={`untrusted ${trust.at}`} data-testid="untrusted">
      <span role="status" title={trust.reason ?? undefined}>
        <strong>{text}</strong>
        {trust.reason ? <small>{trust.reason}</small> : null}
      </span>
    </div>
  );
}
