/** Overlay with the keys in force, searchable; '?' opens and Escape closes it. */

import { useState } from 'react';
import { KEYS_OVERLAY_LABELS } from '#shared/text/keys/keysOverlayLabels.ts';
import { openHelp } from '../../domain/help.ts';
import { useKeyGroups } from '../../domain/keys/keyGroups.ts';
import { openPane } from '../../domain/workspaces/paneRequests.ts';
import { FIRST_FOCUS } from '../../ui/focus.ts';
import { KeyList } from '../../ui/KeyList.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import './keysOverlay.css';

export function KeysOverlay(props: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const groups = useKeyGroups(query);
  const leave = (open: () => void): void => {
    props.onClose();
    open();
  };
  return (
    <Dialog title="Keys" onClose={props.onClose}>
      <div className="keys-overlay">
        <input
          type="search"
          aria-label={KEYS_OVERLAY_LABELS.searchKeys}
          placeholder={KEYS_OVERLAY_LABELS.searchActionOrKey}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          {...{ [FIRST_FOCUS]: '' }}
        />
        <ScrollRegion className="keys-overlay-list" label="Keys">
          <KeyList groups={groups} empty={`No key matches “${query}”`} />
        </ScrollRegion>
        <footer>
          <button type="button" className="button" onClick={() => leave(() => openHelp('keyboard'))}>
            {KEYS_OVERLAY_LABELS.typedOrdersInHelp}
          </button>
          <button type="button" className="button" onClick={() => leave(() => openPane('settings'))}>
            {KEYS_OVERLAY_LABELS.changeKeys}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
