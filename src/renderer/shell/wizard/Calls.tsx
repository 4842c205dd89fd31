/** The set-up calls in plain words: what each lets whom do, its verdict, its hash and nonce, how far it is. */
import type { SetupCallView } from '#shared/ipc/views.ts';
import { refusalOf, tellProgress } from './model.ts';

export function Calls(props: { readonly calls: readonly SetupCallView[]; readonly showProgress: boolean }) {
  return (
    <ol className="wizard-calls" aria-label="Set-up calls">
      {props.calls.map((call) => (
        <Call key={call.hash} call={call} showProgress={props.showProgress} />
      ))}
    </ol>
  );
}

function Call(props: { readonly call: SetupCallView; readonly showProgress: boolean }) {
  const { call } = props;
  const refusal = refusalOf(call);
  return (
    <li className={refusal === null ? 'wizard-call' : 'wizard-call refused'}>
      {call.effects.map((effect, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: effects are fixed by the call's hash and have no other name
        <div key={at} className="wizard-effect">
          <span className={effect.allowed ? 'yes' : 'no'} aria-hidden="true">
            {effect.allowed ? '✓' : '✕'}
          </span>
          <span>
            {effect.sentence}
            {effect.allowed ? null : (
              <strong className="no"> Refused: {effect.refusal ?? 'not needed for a set-up'}</strong>
            )}
          </span>
        </div>
      ))}
      {call.refusal !== null ? (
        <div className="wizard-effect">
          <span className="no" aria-hidden="true">
            ✕
          </span>
          <strong className="no">Refused: {call.refusal}</strong>
        </div>
      ) : null}
      <div className="wizard-call-facts dim">
        <span>
          nonce <span className="mono">{call.nonce}</span>
        </span>
        {call.operation === 1 ? <span>one batch</span> : null}
        <span className="mono wizard-hash" title={call.hash}>
          {call.hash}
        </span>
      </div>
      {props.showProgress ? (
        <div className={`wizard-progress ${call.progress.at}`} role="status">
          {tellProgress(call)}
        </div>
      ) : null}
    </li>
  );
}
