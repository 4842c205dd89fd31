/** Error of a command: what happened and what to do. */
export function ErrorMessage(props: { readonly error: { readonly code: string; readonly text: string } }) {
  return (
    // The code is for support and for tests; the words are for the person.
    <div className="wrong-box" role="alert" data-code={props.error.code}>
      {props.error.text}
    </div>
  );
}
