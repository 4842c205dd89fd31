/** Setup calls: what each one does, whether main refuses it, its hash, nonce and progress. */

import type { DecodedCall, SetupCallView } from '#shared/ipc/views.ts';
import { formatCoded } from '#shared/text/catalogue.ts';
import { formatDecodedCall } from '#shared/text/wallet/walletEffects.ts';
import { WALLET_REFUSALS } from '#shared/text/wallet/walletRefusals.ts';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { formatProgress, isRefused } from './model.ts';

export function Calls(props: { readonly calls: readonly SetupCallView[]; readonly showProgress: boolean }) {
  return (
    <ol className="wizard-calls" aria-label={WIZARD_LABELS.setupCalls}>
      {props.calls.map((call) => (
        <Call key={call.hash} call={call} showProgress={props.showProgress} />
      ))}
    </ol>
  );
}

function Call(props: { readonly call: SetupCallView; readonly showProgress: boolean }) {
  const { call } = props;
  return (
    <li className={isRefused(call) ? 'wizard-call refused' : 'wizard-call'}>
      {call.effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: effects are fixed by the call's hash and have no other name
        <Effect key={index} effect={effect} />
      ))}
      {call.refusal === null ? null : (
        <div className="wizard-effect">
          <span className="no" aria-hidden="true">
            ✕
          </span>
          <strong className="no">Refused: {formatCoded(WALLET_REFUSALS, call.refusal)}</strong>
        </div>
      )}
      <div className="wizard-call-facts dim">
        <span>
          nonce <span className="mono">{call.nonce}</span>
        </span>
        {call.operation === 1 ? <span>{WIZARD_LABELS.oneBatch}</span> : null}
        <span className="mono wizard-hash" title={call.hash}>
          {call.hash}
        </span>
      </div>
      {props.showProgress ? (
        <div className={`wizard-progress ${call.progress.at}`} role="status">
          {formatProgress(call.progress)}
        </div>
      ) : null}
    </li>
  );
}

function Effect({ effect }: { readonly effect: DecodedCall }) {
  return (
    <div className="wizard-effect">
      <span className={effect.refusal === null ? 'yes' : 'no'} aria-hidden="true">
        {effect.refusal === null ? '✓' : '✕'}
      </span>
      <span>
        {formatDecodedCall(effect)}
        {effect.refusal === null ? null : (
          <strong className="no"> Refused: {formatCoded(WALLET_REFUSALS, effect.refusal)}</strong>
        )}
      </span>
    </div>
  );
}
