/** Account of the top bar: label and colour, and the menu that switches, adds, names and removes accounts. */
import { ACCOUNT_DIALOG_LABELS } from '#shared/text/account/accountDialogLabels.ts';
import { readAccounts, showAccountDialog, useSelectedAccount } from '../../domain/account/accounts.ts';
import { useFeed, useFeedValue } from '../../feed/feed.ts';
import { feedKey } from '../../feed/mirror.ts';
import { MenuButton, MenuChoices, MenuItem, MenuSeparator, Submenu } from '../../ui/overlay/Menu.tsx';
import { LinkMark } from '../LinkMark.tsx';
import './accounts.css';

export function AccountMenu() {
  const accounts = useFeedValue([feedKey.wallet], readAccounts);
  const selected = useSelectedAccount();
  const isOpen = useFeed([feedKey.wallet], (mirror) => mirror.wallet()?.vault === 'unlocked');
  const account = accounts.find(({ id }) => id === selected);
  if (account === undefined) return null;
  const face = (
    <>
      <LinkMark link={account.colour} /> <span className="account-name">{account.label}</span>
    </>
  );
  if (!isOpen) {
    return (
      <span className="account-button locked" title={ACCOUNT_DIALOG_LABELS.account(account.label)}>
        {face}
      </span>
    );
  }
  const others = accounts.filter(({ id }) => id !== selected);
  return (
    <MenuButton
      className="button quiet account-button"
      label={ACCOUNT_DIALOG_LABELS.account(account.label)}
      title={ACCOUNT_DIALOG_LABELS.account(account.label)}
      face={face}
    >
      <MenuChoices
        label={ACCOUNT_DIALOG_LABELS.accountsOfThisVault}
        value={selected}
        onChange={(id) => {
          const next = others.find((one) => one.id === id);
          if (next !== undefined) showAccountDialog({ kind: 'select', account: next });
        }}
        choices={accounts.map((one) => ({
          value: one.id,
          label: (
            <>
              <LinkMark link={one.colour} /> {one.label}
            </>
          ),
        }))}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => showAccountDialog({ kind: 'add' })}>{ACCOUNT_DIALOG_LABELS.addAnAccount}</MenuItem>
      <MenuItem onSelect={() => showAccountDialog({ kind: 'rename', account })}>
        {ACCOUNT_DIALOG_LABELS.labelAndColourAction}
      </MenuItem>
      {others.length === 0 ? null : (
        <Submenu label="Remove">
          {others.map((one) => (
            <MenuItem key={one.id} onSelect={() => showAccountDialog({ kind: 'remove', account: one })}>
              <LinkMark link={one.colour} /> {one.label}…
            </MenuItem>
          ))}
        </Submenu>
      )}
    </MenuButton>
  );
}
