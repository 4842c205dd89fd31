/** Pins of wallet and markets in the protected settings. */
import { parseAddress } from '#shared/units/ids.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { MarketPinStore } from '../../trading/wallet/marketPins.ts';
import type { Vault } from '../../vault/vault.ts';
import type { PinStore } from '../../wallet/pins.ts';

export function openPinStore(
  protectedSettings: Pick<ProtectedSettingsStore, 'value' | 'save' | 'saveConfirmed'>,
): PinStore {
  return {
    find: (owner) => (owner === '' ? null : (protectedSettings.value().walletPins[parseAddress(owner)] ?? null)),
    save(owner, pin, isAccepted) {
      const change = { walletPins: { ...protectedSettings.value().walletPins, [parseAddress(owner)]: pin } };
      if (isAccepted) protectedSettings.saveConfirmed('pins', change);
      else protectedSettings.save(change);
    },
    remove(owner) {
      if (owner === '') return;
      const { [parseAddress(owner)]: _removed, ...walletPins } = protectedSettings.value().walletPins;
      protectedSettings.saveConfirmed('pins', { walletPins });
    },
    isLost: () => protectedSettings.value().loss?.groups.includes('pins') ?? false,
  };
}

export function openMarketPinStore(
  protectedSettings: Pick<ProtectedSettingsStore, 'value' | 'save'>,
  vault: Pick<Vault, 'status'>,
): MarketPinStore {
  return {
    value: () => protectedSettings.value().marketPins,
    isOpen: () => vault.status().at === 'unlocked',
    save: (marketPins) => protectedSettings.save({ marketPins }),
  };
}
