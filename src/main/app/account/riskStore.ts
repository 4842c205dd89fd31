/** Risk settings as trading stores them: part of the protected settings, with the order limit under its older name. */
import { toUsd } from '#shared/units/usd.ts';
import type { ProtectedSettingsStore } from '../../storage/settings/protectedSettings.ts';
import type { RiskStore } from '../../trading/risk/risk.ts';

export function openRiskStore(settings: Pick<ProtectedSettingsStore, 'value' | 'save' | 'saveConfirmed'>): RiskStore {
  const value = () => {
    const { risk, maxOrderCost } = settings.value();
    return { ...risk, limits: { ...risk.limits, orderCost: maxOrderCost } };
  };
  return {
    value,
    save(part, isConfirmed) {
      const risk = { ...value(), ...part };
      const change = { risk, maxOrderCost: toUsd(risk.limits.orderCost) };
      if (isConfirmed) settings.saveConfirmed('orderLimit', change);
      else settings.save(change);
    },
  };
}
