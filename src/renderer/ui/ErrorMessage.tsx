/** Error of a command: what happened and what to do, with the code for support. */
export function ErrorMessage(props: { readonly error: { readonly code: string; readonly text: string } }) {
  return (
    <div className="wrong-box" role="alert">
      {props.error.text} <span className="secondary mono">{props.error.code}</span>
    </div>
  );
}
