/** The network that this window trades on; null until the main process has answered. */
import { useEffect, useState } from 'react';
import type { AppInfo } from '#shared/ipc/contract.ts';
import { act } from './bridge.ts';

export function useNetwork(): AppInfo['network'] | null {
  const [network, setNetwork] = useState<AppInfo['network'] | null>(null);
  useEffect(() => {
    let isGone = false;
    void act('app.describe', {}).then((result) => {
      if (result.ok && !isGone) setNetwork(result.value.network);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return network;
}
