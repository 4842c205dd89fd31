/** Menu item of a table: rows of every market, or of the market that the colour of the pane follows. */
import { MenuChoices } from '../overlay/Menu.tsx';

export function MarketChoice(props: { readonly isOwn: boolean; readonly onChange: (isOwn: boolean) => void }) {
  return (
    <MenuChoices
      label="Market"
      value={props.isOwn ? 'own' : 'all'}
      choices={[
        { value: 'all', label: 'Every market' },
        { value: 'own', label: 'The market of this colour' },
      ]}
      onChange={(value) => props.onChange(value === 'own')}
    />
  );
}
