/** Part of a menu: which columns of a table are shown. */
import { MenuCheck, MenuGroup } from '../overlay/Menu.tsx';
import { toggleColumn } from './tableColumns.ts';

export interface ColumnChoice {
  readonly id: string;
  readonly name: string;
}

export function ColumnChecks(props: {
  readonly columns: readonly ColumnChoice[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}) {
  const { columns, hidden } = props;
  return (
    <MenuGroup label="Columns">
      {columns.map(({ id, name }) => (
        <MenuCheck
          key={id}
          isOn={!hidden.includes(id)}
          onChange={(isOn) => props.onChange(toggleColumn(hidden, id, isOn))}
        >
          {name}
        </MenuCheck>
      ))}
    </MenuGroup>
  );
}
