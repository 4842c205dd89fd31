/** Line under the top bar: the position in the market in front, its named results and what watches it. */

import { useAbsence } from '../domain/account/accountStatus.ts';
import { useStrip } from '../domain/account/positionStrip.ts';
import { findShownGroup } from '../domain/exits/tradedGroup.ts';
import { useActions } from '../domain/keys/actions.ts';
import { marketName, marketTitle, useListed } from '../domain/markets/markets.ts';
import { useLinks } from '../domain/workspaces/links.ts';
import { openPane } from '../domain/workspaces/paneRequests.ts';
import { PositionStrip } from '../ui/marks/PositionStrip.tsx';

export function PositionLine() {
  const key = useActions(({ marketPaneId }) => findShownGroup(marketPaneId));
  const market = useLinks(({ markets }) => markets[key] ?? null);
  const listed = useListed(market);
  const strip = useStrip(market);
  const absence = useAbsence('positions');
  return (
    <div className="position-line">
      {strip === null || market === null ? null : (
        <PositionStrip strip={strip} form="line" absence={absence} onOpen={() => openPane('conditionals')}>
          <strong className="position-market" title={listed === null ? market : marketTitle(listed)}>
            {listed === null ? market : marketName(listed)}
          </strong>
        </PositionStrip>
      )}
    </div>
  );
}
