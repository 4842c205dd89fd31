/** Size presets of a ladder: one press sets the size, the pencil edits the row. */

import { Pencil } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { LADDER_PANE_LABELS } from '#shared/text/markets/ladderPaneLabels.ts';
import { formatContracts, formatMoney } from '#shared/text/numbers.ts';
import { changeDraft, type Draft } from '../../act/draft.ts';
import { useKeyLabel, withKey } from '../../domain/keys/hotkeys.ts';
import { attemptOf } from '../../domain/noticeFacts.ts';
import { readPreTradeContext } from '../../domain/orders/preTradeContext.ts';
import { type Pane, usePaneValue } from '../../domain/workspaces/panes.ts';
import { feed } from '../../feed/feed.ts';
import { onKeys } from '../../ui/keys.ts';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { parsePresets, sizeOf } from './presets.ts';
import { presetsSetting } from './state.ts';

/** Sets the size of the draft under `key`; a per cent of what is free now. */
export function applyPreset(key: Pane['linkKey'], preset: string): void {
  const context = readPreTradeContext(feed, null, 'yes', 'buy', Date.now());
  const parsed = sizeOf(preset, { ...context, direction: 'buy', price: null });
  if (parsed.ok) changeDraft(key, parsed.size);
  else useOverlay.getState().notify('warn', `The size is not ${preset}`, parsed.hint, attemptOf('size'));
}

export function Sizes(props: { readonly pane: Pane; readonly draft: Draft; readonly children: ReactNode }) {
  const { pane, draft } = props;
  const [presets, setPresets] = usePaneValue(presetsSetting);
  const [text, setText] = useState<string | null>(null);
  if (text !== null) {
    const parsed = parsePresets(text);
    return (
      <form
        className="ladder-sizes"
        onSubmit={(event) => {
          event.preventDefault();
          if (!parsed.ok) return;
          setPresets(parsed.presets);
          setText(null);
        }}
      >
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just pressed the button in its place
          autoFocus
          aria-label={LADDER_PANE_LABELS.sizesOfThisLadder}
          aria-invalid={!parsed.ok}
          title={parsed.ok ? LADDER_PANE_LABELS.enterSavesEscapeLeavesThem : parsed.hint}
          value={text}
          onChange={(event) => setText(event.target.value)}
          {...onKeys((event) => event.key === 'Escape' && setText(null))}
        />
        <button type="submit" className="chip" disabled={!parsed.ok}>
          Save
        </button>
      </form>
    );
  }
  return (
    <div className="ladder-sizes">
      <span className="ladder-size mono" title={LADDER_PANE_LABELS.sizeOfClickAs} data-testid="ladder-size">
        {formatSizeOf(draft)}
      </span>
      {props.children}
      {presets.map((preset, at) => (
        <Preset key={preset} preset={preset} at={at} linkKey={pane.linkKey} />
      ))}
      <button
        type="button"
        className="icon"
        aria-label={LADDER_PANE_LABELS.editSizes}
        title={LADDER_PANE_LABELS.editSizesOfThisLadder}
        onClick={() => setText(presets.join(' '))}
      >
        <Pencil size={11} strokeWidth={1.8} />
      </button>
    </div>
  );
}

interface PresetProps {
  readonly preset: string;
  readonly at: number;
  readonly linkKey: Pane['linkKey'];
}

/** Not rendered again with its ladder, whose head shows the age of the book: its key is looked up among all actions. */
const Preset = memo(AnyPreset);

function AnyPreset(props: PresetProps) {
  const key = useKeyLabel(`ladder.size${props.at + 1}`);
  return (
    <button
      type="button"
      className="chip"
      title={withKey(`Size ${props.preset}`, key)}
      onClick={() => applyPreset(props.linkKey, props.preset)}
    >
      {props.preset}
    </button>
  );
}

function formatSizeOf({ shares, budget }: Draft): string {
  if (budget !== null) return `${formatMoney(budget.amount)} USDC`;
  return shares === null ? 'no size' : formatContracts(shares);
}
