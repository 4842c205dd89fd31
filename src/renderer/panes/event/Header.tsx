/** Event header: table or ladders. */
import { usePaneValue } from '../../domain/panes.ts';
import { Segmented } from '../../ui/parts.tsx';
import { type EventView, viewSetting } from './state.ts';

export function Header() {
  const [view, setView] = usePaneValue(viewSetting);
  return (
    <Segmented<EventView>
      label="Outcomes as"
      value={view}
      choices={[
        { value: 'table', label: 'Table' },
        { value: 'ladders', label: 'Ladders' },
      ]}
      onChange={setView}
    />
  );
}
