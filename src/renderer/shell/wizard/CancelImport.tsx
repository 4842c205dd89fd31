/** Cancel button of an import: ends the derivation of a key file, also when its form closes. */

import { useEffect } from 'react';
import { WIZARD_LABELS } from '#shared/text/wallet/wizardLabels.ts';
import { act } from '../../act/bridge.ts';

export function CancelImport() {
  useEffect(() => () => void act('vault.cancelImport', {}), []);
  return (
    <button type="button" className="button" onClick={() => void act('vault.cancelImport', {})}>
      {WIZARD_LABELS.cancelImport}
    </button>
  );
}
