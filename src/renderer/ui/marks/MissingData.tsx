/** Empty state of a table: what is missing, why, and a button that opens the dialog for it. */
import { useOverlay } from '../overlay/overlay.ts';
import { Empty } from '../parts.tsx';

const WAYS = { wizard: 'Set up a wallet', unlock: 'Unlock', apiKey: 'Enter the API key…' } as const;

export function MissingData(props: {
  readonly what: string;
  readonly how: string;
  readonly dialog: keyof typeof WAYS | null;
}) {
  const { dialog } = props;
  const show = useOverlay((state) => state.show);
  return (
    <Empty what={props.what} how={props.how}>
      {dialog === null ? null : (
        <button type="button" className="button small" onClick={() => show(dialog)}>
          {WAYS[dialog]}
        </button>
      )}
    </Empty>
  );
}
