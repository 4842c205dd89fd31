/** Dialog of a conditional order that halted: why, and whether it goes on or ends. */
import { useState } from 'react';
import type { ConditionalView } from '#shared/ipc/conditionals/conditionals.ts';
import { CONDITIONAL_KINDS, describeTerms, describeWorst } from '#shared/text/conditionals/conditionalTerms.ts';
import { answerConditional } from '../../domain/conditionals/conditionalActs.ts';
import { nameMarket } from '../../domain/conditionals/conditionalNames.ts';
import { feed } from '../../feed/feed.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useOverlay } from '../../ui/overlay/overlay.ts';
import { describeHalt } from './model.ts';

export function AnswerDialog(props: { readonly view: ConditionalView; readonly onClose: () => void }) {
  const { view, onClose } = props;
  const { terms } = view;
  const [isBusy, setBusy] = useState(false);
  const answer = async (chosen: 'resume' | 'end'): Promise<void> => {
    setBusy(true);
    const report = await answerConditional(view, chosen);
    setBusy(false);
    if (report) useOverlay.getState().report(report);
    onClose();
  };
  return (
    <Dialog title={`${CONDITIONAL_KINDS[terms.kind]} needs an answer`} busy={isBusy} onClose={onClose}>
      <p className="conditionals-halt">{describeHalt(view)}</p>
      <ul className="conditionals-terms">
        {[...describeTerms(terms, Date.now() + (feed.clockOffsetMs() ?? 0), nameMarket), describeWorst(terms)].map(
          (sentence) => (
            <li key={sentence}>{sentence}</li>
          ),
        )}
      </ul>
      <p>Going on watches it again from now. Until you answer, it protects nothing and places nothing.</p>
      <footer>
        <button type="button" className="button" disabled={isBusy} onClick={onClose}>
          Not now
        </button>
        <button type="button" className="button" disabled={isBusy} onClick={() => void answer('end')}>
          End it
        </button>
        <button type="button" className="button primary" disabled={isBusy} onClick={() => void answer('resume')}>
          Let it go on
        </button>
      </footer>
    </Dialog>
  );
}
