/** Strip over the whole window that shows which network orders go to; live most of all. */
import type { AppInfo } from '#shared/ipc/contract.ts';

const LIVE_TEXT = 'LIVE · REAL MONEY';

export function NetworkStrip({ network }: { readonly network: AppInfo['network'] | null }) {
  return (
    <div className={`network-strip ${network ?? 'unknown'}`} data-testid="network-strip">
      {network === 'live' ? (
        <>
          <span>{LIVE_TEXT}</span>
          <span aria-hidden="true">{LIVE_TEXT}</span>
          <span aria-hidden="true">{LIVE_TEXT}</span>
        </>
      ) : null}
    </div>
  );
}
