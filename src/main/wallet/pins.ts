/**
 * Wallet pins: the configuration that the user agreed to, per own key, across restarts.
 *
 * Invariants  After the stored pins were lost, nothing is pinned before a person accepts the configuration that is read.
 * Errors      `pin` throws what saving throws.
 */
import type { PinWarning } from '#shared/ipc/wallet/walletCodes.ts';
import type { WalletPin } from '#shared/order/wallet/pins.ts';

/** The stored pins of one server. */
export interface PinStore {
  find(owner: string): WalletPin | null;
  /** Throws when the pin cannot be saved; `isAccepted`: a person accepted it after a step-up. */
  save(owner: string, pin: WalletPin, isAccepted: boolean): void;
  /** Removes the pin of an account that has no wallet any more; throws like `save`. */
  remove(owner: string): void;
  /** True after a loss of the stored pins, until a person accepts a configuration. */
  isLost(): boolean;
}

export interface Pins {
  find(owner: string): WalletPin | null;
  isLost(): boolean;
  /** Replaces the pin after a person accepted it; throws when it cannot be saved. */
  pin(owner: string, pin: WalletPin): void;
  /** Removes the pin after a person accepted that there is no wallet; throws when that cannot be saved. */
  remove(owner: string): void;
  /** Pins the first configuration of an owner; a failed save is a warning until the next start. */
  pinFirst(owner: string, pin: WalletPin): void;
  warning(): PinWarning | null;
}

export function openPins(store: PinStore | null): Pins {
  /** Pins of this run that are not stored: those of no key, and those whose save failed. */
  const unstored = new Map<string, WalletPin>();
  let isUnsaved = false;

  function save(owner: string, pin: WalletPin, isAccepted: boolean): void {
    // Without a key no user agreed to anything, so nothing is saved.
    if (owner === '' || store === null) unstored.set(owner, pin);
    else {
      store.save(owner, pin, isAccepted);
      unstored.delete(owner);
    }
    isUnsaved = false;
  }

  return {
    find: (owner) => unstored.get(owner) ?? store?.find(owner) ?? null,
    isLost: () => store?.isLost() ?? false,
    pin: (owner, pin) => save(owner, pin, true),
    remove(owner) {
      store?.remove(owner);
      unstored.delete(owner);
    },
    pinFirst(owner, pin) {
      try {
        save(owner, pin, false);
      } catch {
        unstored.set(owner, pin);
        isUnsaved = true;
      }
    },
    warning: () => (isUnsaved ? { code: 'pinsUnsaved', parameters: {} } : null),
  };
}
