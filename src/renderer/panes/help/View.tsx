/** Help: the pages of the manual and the keys in force, with one search over both. */

import { useEffect, useRef } from 'react';
import { matchesWords } from '#shared/base/searchWords.ts';
import { HELP_PANE_LABELS } from '#shared/text/helpPaneLabels.ts';
import { useHelp } from '../../domain/help.ts';
import { useActions } from '../../domain/keys/actions.ts';
import { useKeyGroups } from '../../domain/keys/keyGroups.ts';
import { findBestPage, findManualPage, MANUAL, textsOfPage } from '../../domain/manual.ts';
import { KeyList } from '../../ui/KeyList.tsx';
import { Empty } from '../../ui/parts.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { Blocks } from './Blocks.tsx';
import './help.css';

const KEYS = 'keys';

export function View() {
  const { page, query } = useHelp();
  // A network has only some of the panes.
  const actionIds = useActions(({ lists }) =>
    lists
      .flat()
      .map(({ id }) => id)
      .join(' '),
  );
  const pages = MANUAL.filter(({ id, isOfPane }) => !isOfPane || actionIds.split(' ').includes(`panes.${id}`));
  const groups = useKeyGroups(query);
  const found = pages.filter((one) => matchesWords(textsOfPage(one), query));
  const isNowhere = query.trim() !== '' && found.length === 0 && groups.length === 0;
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    if (page === '') return;
    body.current?.scrollTo(0, 0);
    // The first found word is in sight.
    if (query !== '') body.current?.querySelector('mark')?.scrollIntoView({ block: 'center' });
  }, [page, query]);
  const show = (id: string): void => useHelp.setState({ page: id });
  const current = findManualPage(page);
  return (
    <div className="help">
      <nav className="help-nav scroll" aria-label={HELP_PANE_LABELS.pagesOfManual}>
        <input
          type="search"
          aria-label={HELP_PANE_LABELS.searchManual}
          placeholder="Search"
          value={query}
          onChange={(event) => {
            const next = event.target.value;
            const best = findBestPage(pages, next);
            useHelp.setState({ query: next, ...(next !== '' && best ? { page: best.id } : {}) });
          }}
        />
        <PageButton id={KEYS} title="Keys" current={page} onShow={show} />
        {found.map(({ id, title, isOfPane }, at) => (
          <div key={id}>
            {isOfPane && found[at - 1]?.isOfPane !== true ? <h3>Panes</h3> : null}
            <PageButton id={id} title={title} current={page} onShow={show} />
          </div>
        ))}
        {found.length === 0 && !isNowhere ? <p className="secondary">No page has “{query}”</p> : null}
      </nav>
      <ScrollRegion ref={body} className="help-page" label={current?.title ?? 'Keys'}>
        {isNowhere ? (
          <Empty what={HELP_PANE_LABELS.neitherPageNorKey(query)} how={HELP_PANE_LABELS.eachWordIsLooked}>
            <button type="button" className="button small" onClick={() => useHelp.setState({ query: '' })}>
              {HELP_PANE_LABELS.clearSearch}
            </button>
          </Empty>
        ) : page === KEYS || current === null ? (
          <>
            <h2>Keys</h2>
            <KeyList groups={groups} empty={`No key matches “${query}”`} />
          </>
        ) : (
          <>
            <h2>{current.title}</h2>
            <Blocks blocks={current.blocks} query={query} onShow={show} />
          </>
        )}
      </ScrollRegion>
    </div>
  );
}

function PageButton(props: {
  readonly id: string;
  readonly title: string;
  readonly current: string;
  readonly onShow: (id: string) => void;
}) {
  return (
    <button
      type="button"
      className="help-link"
      aria-current={props.id === props.current ? 'page' : undefined}
      onClick={() => props.onShow(props.id)}
    >
      {props.title}
    </button>
  );
}
