/**
 * The handlers of all bridge commands for one trader, one group per subject; a missing handler does not compile.
 *
 * Errors      A handler may pass on errors of the modules: the gate converts them to a BridgeError.
 */
import type { AppInfo, Handlers } from '#shared/ipc/contract.ts';
import type { Shell } from '../../shell/port.ts';
import type { AccountSwitch } from '../account/accountSwitch.ts';
import type { DryRuns } from '../conditionals/dryRuns.ts';
import type { Confirmations } from '../confirmations.ts';
import type { BuildConsent } from '../custody/buildConsent.ts';
import type { Drills } from '../drills.ts';
import type { PageReports } from '../pageReports.ts';
import type { Trader } from '../trader.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { buildAccountCommands, buildEquityCommands } from './account.ts';
import { buildAccountsCommands } from './accounts.ts';
import { buildAlertCommands } from './alerts.ts';
import { buildAppCommands, buildDoctorCommands, buildDrillCommands, buildShellCheckCommands } from './app.ts';
import { buildConditionalCommands } from './conditionals.ts';
import { buildCopyCommands } from './copies.ts';
import { buildDryRunCommands } from './dryRun.ts';
import { buildExitCommands } from './exits.ts';
import { buildExportCommands } from './exports.ts';
import { buildKeyCommands } from './keys.ts';
import { buildMarketCommands } from './market.ts';
import { buildOrderCommands } from './orders.ts';
import { buildPreferenceCommands } from './preferences.ts';
import { buildPreparedExitCommands } from './preparedExits.ts';
import { buildRecordingCommands } from './recording.ts';
import { buildRiskCommands } from './risk.ts';
import { buildSessionKeyCommands } from './sessionKeys.ts';
import { buildKeychainCommands, buildVaultCommands } from './vault.ts';
import { buildWalletCommands } from './wallet.ts';
import { buildLayoutCommands, buildWorkspaceCommands } from './workspaces.ts';

export interface CommandOptions {
  readonly trader: Trader;
  readonly accounts: AccountSwitch;
  readonly info: AppInfo;
  readonly shell: Pick<Shell, 'chooseSavePath' | 'readChosenFile'>;
  /** For the checks of this computer. */
  readonly checkedShell: Shell;
  readonly workspaces: Workspaces;
  readonly drills: Drills;
  readonly dryRuns: DryRuns;
  readonly confirmations: Confirmations;
  readonly buildConsent: Pick<BuildConsent, 'settle'>;
  readonly reports: PageReports;
}

export function buildHandlers(options: CommandOptions): Handlers {
  return {
    ...buildAppCommands(options),
    ...buildLayoutCommands(options),
    ...buildWorkspaceCommands(options),
    ...buildPreferenceCommands(options),
    ...buildRecordingCommands(options),
    ...buildMarketCommands(options),
    ...buildAlertCommands(options),
    ...buildVaultCommands(options),
    ...buildCopyCommands(options),
    ...buildKeyCommands(options),
    ...buildKeychainCommands(options),
    ...buildAccountCommands(options),
    ...buildAccountsCommands(options),
    ...buildWalletCommands(options),
    ...buildSessionKeyCommands(options),
    ...buildOrderCommands(options),
    ...buildExportCommands(options),
    ...buildExitCommands(options),
    ...buildConditionalCommands(options),
    ...buildDryRunCommands(options),
    ...buildPreparedExitCommands(options),
    ...buildRiskCommands(options),
    ...buildEquityCommands(options),
    ...buildDoctorCommands(options),
    ...buildShellCheckCommands(options),
    ...buildDrillCommands(options),
  };
}
