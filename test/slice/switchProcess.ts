/** Switches the account in a process that kills itself (`kill -9`) before or after the vault saved the selection. */
import { openAccountSwitch } from '#main/app/account/accountSwitch.ts';
import { buildProcessOptions, type ProcessFolder } from './processOptions.ts';

export interface SwitchSetup extends ProcessFolder {
  readonly password: string;
  readonly to: string;
  readonly dies: 'beforeTheSelection' | 'afterTheSelection';
}

const setup = JSON.parse(process.argv[2] ?? '') as SwitchSetup;
const accounts = openAccountSwitch(buildProcessOptions(setup));
const { vault } = accounts.base;
await vault.unlock(setup.password);
const { selectAccount } = vault;
Object.assign(vault, {
  async selectAccount(password: string, id: string) {
    if (setup.dies === 'afterTheSelection') await selectAccount(password, id);
    process.kill(process.pid, 'SIGKILL');
    // The signal arrives before another line of ours runs.
    for (;;);
  },
});
await accounts.select(setup.password, setup.to);
