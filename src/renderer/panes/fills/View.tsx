/** The member's fills, newest first. */

import { formatAccountReason } from '#shared/text/account.ts';
import { formatContracts, formatMoney, formatTickPrice } from '#shared/text/numbers.ts';
import { formatTimeMs } from '#shared/text/times.ts';
import { costCeil } from '#shared/units/usd.ts';
import { followMarket } from '../../domain/links.ts';
import { usePane } from '../../domain/panes.ts';
import { useFeed } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { Banner } from '../../ui/Banner.tsx';
import { type Column, Empty, TableHead } from '../../ui/parts.tsx';
import './fills.css';
import { sortFills, tellSide, tellState, toneOfSide } from './model.ts';

/** More than that is history, which has a place of its own. */
const SHOWN = 200;

const COLUMNS: readonly Column[] = [
  ['Time'],
  ['Market'],
  ['Side'],
  ['Price', 'right'],
  ['Volume', 'right'],
  ['Value', 'right'],
  ['Fee', 'right'],
  ['State'],
  ['Order'],
  ['Fill', 'fills-rest'],
];

export function View() {
  const { linkKey } = usePane();
  const account = useFeed([feedKey.account], (mirror) => mirror.account());
  const isLocked = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'locked');
  const markets = useFeed([feedKey.catalogue], (mirror) => mirror.catalogue()?.markets ?? []);
  const fills = sortFills(account?.fills ?? []);
  return (
    <div className="fills scroll">
      {account?.at === 'stale' ? (
        <Banner
          tone="stale"
          text={`Stale: ${account.reason === null ? 'the fill stream is silent' : formatAccountReason(account.reason)}. Fills may be missing.`}
        />
      ) : null}
      {fills.length === 0 ? (
        isLocked ? (
          <Empty what="The vault is locked" how="Your fills show when it is open." />
        ) : (
          <Empty what="No fills yet" how="Each part of an order that trades is one line here." />
        )
      ) : (
        <table className="grid">
          <TableHead columns={COLUMNS} />
          <tbody>
            {fills.slice(0, SHOWN).map((fill) => {
              const market = markets.find((one) => one.market === fill.market);
              const name = market?.groupItemTitle ?? market?.title ?? fill.market;
              return (
                <tr key={`${fill.id}/${fill.orderId}`}>
                  <td className="mono">{formatTimeMs(fill.exchangeTimeMs)}</td>
                  <td className="fills-market">
                    <button
                      type="button"
                      className="fills-link"
                      title={market?.eventTitle ? `${market.eventTitle} · ${market.title}` : name}
                      onClick={() => followMarket(linkKey, fill.market)}
                    >
                      {name}
                    </button>
                  </td>
                  <td className={toneOfSide(fill)}>{tellSide(fill)}</td>
                  <td className="mono right">{formatTickPrice(fill.price)}</td>
                  <td className="mono right">{formatContracts(fill.shares)}</td>
                  <td className="mono right">{formatMoney(costCeil(fill.price, fill.shares))}</td>
                  <td className="mono right">{fill.fee === null ? '–' : formatMoney(fill.fee, 4, 'up')}</td>
                  <td className="secondary">{tellState(fill.state)}</td>
                  <td className="mono dim">{fill.orderId ?? '–'}</td>
                  <td className="mono dim">{fill.id}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </div>
  );
}
