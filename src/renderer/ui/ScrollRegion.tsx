/** Region that scrolls, also from the keyboard. */
import type { ReactNode, Ref } from 'react';

export function ScrollRegion(props: {
  readonly label: string;
  readonly className: string;
  readonly ref?: Ref<HTMLElement>;
  readonly testId?: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      ref={props.ref}
      className={`${props.className} scroll`}
      aria-label={props.label}
      data-testid={props.testId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what has the focus
      tabIndex={0}
    >
      {props.children}
    </section>
  );
}
