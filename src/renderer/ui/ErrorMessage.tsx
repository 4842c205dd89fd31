/** Why a command was refused, in main's words for a person, with the code for whoever is asked about it. */
export function ErrorMessage(props: {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}) {
  const { hint, code, message } = props.error;
  return (
    <div className="wrong-box" role="alert">
      {hint ?? (code === 'CANCELLED' ? 'You cancelled it: nothing was done' : message)}{' '}
      <span className="secondary mono">{code}</span>
    </div>
  );
}
