/** Opens the vault by its password; the field is emptied on every submit. */
import { type FormEvent, useRef, useState } from 'react';
import { act } from '../act/bridge.ts';
import { Dialog, Field } from '../ui/parts.tsx';

export function Unlock(props: { readonly onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const field = input.current;
    if (!field || busy) return;
    const password = field.value;
    field.value = '';
    setBusy(true);
    setWrong(null);
    const result = await act('vault.unlock', { password });
    setBusy(false);
    if (result.ok) props.onClose();
    else {
      setWrong(result.error.hint ?? result.error.message);
      field.focus();
    }
  };

  return (
    <Dialog title="Unlock the vault" busy={busy} onClose={props.onClose}>
      <form className="stack" onSubmit={(event) => void submit(event)}>
        <Field label="Password" hint={wrong} wrong>
          {(id, describedBy) => (
            <input
              ref={input}
              id={id}
              type="password"
              autoComplete="off"
              spellCheck={false}
              required
              autoFocus
              aria-describedby={describedBy}
              aria-invalid={wrong !== null}
            />
          )}
        </Field>
        <footer>
          <button type="button" className="button" onClick={props.onClose} disabled={busy}>
            Cancel
          </button>
          <button type="submit" className="button primary" disabled={busy}>
            {busy ? 'Unlocking…' : 'Unlock'}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
