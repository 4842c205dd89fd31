/** Names of the bridge's commands; the contract must have exactly these (a missing one does not compile). */
export const COMMAND_NAMES = [
  'app.describe',
  'app.reportFault',
  'app.noteAct',
  'layout.load',
  'layout.save',
  'preferences.load',
  'preferences.save',
  'feed.watch',
  'watchlists.load',
  'watchlists.save',
  'vault.create',
  'vault.cancelImport',
  'vault.unlock',
  'vault.lock',
  'vault.backup',
  'vault.saveCopy',
  'vault.changePassword',
  'vault.listPhraseAddresses',
  'vault.setLockTimes',
  'vault.acceptOlder',
  'vault.enableDevice',
  'vault.disableDevice',
  'vault.unlockByDevice',
  'vault.addSecondKey',
  'vault.removeKey',
  'account.open',
  'account.connect',
  'account.arm',
  'risk.setLimits',
  'risk.markExclusive',
  'risk.restartDay',
  'wallet.read',
  'wallet.setup',
  'wallet.acceptChanges',
  'wallet.acceptMarket',
  'wallet.readMarketIds',
  'order.place',
  'order.cancel',
  'order.cancelAll',
  'order.resolveUnknown',
  'order.export',
  'exit.move',
  'exit.previewFlatten',
  'exit.flatten',
  'exit.stopFlatten',
  'exit.dismiss',
  'exit.panic',
  'exit.enablePanicFlatten',
  'exit.disablePanicFlatten',
  'drill.start',
  'drill.stop',
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** Message that passes the data port from a preload to its page by window.postMessage. */
export const PORT_MESSAGE = 'adyton:port';
/** The single channel of the gate; never visible to the page. */
export const INVOKE_CHANNEL = 'adyton:invoke';
/** Channel on which a shell passes the data port to the preload. */
export const PORT_CHANNEL = 'adyton:port';
