/** Reads the stored equity of a period again and again; the newest answer stays while the next one is read. */
import { useEffect, useState } from 'react';
import type { EquityReport } from '#shared/order/account/equity.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';
import { act } from '../../act/bridge.ts';
import { findPeriodStart, findReadEveryMs } from './model.ts';
import type { EquityPeriod } from './state.ts';

export interface EquityReading {
  /** Null before the first answer, and without an account. */
  readonly report: EquityReport | null;
  readonly hasAnswer: boolean;
  readonly problem: string | null;
}

const NOTHING: EquityReading = { report: null, hasAnswer: false, problem: null };

/** Reads nothing while `isPaused`; another account begins anew. */
export function useEquity(period: EquityPeriod, account: string | null, isPaused: boolean): EquityReading {
  const key = `${period} ${account}`;
  const [reading, setReading] = useState({ key, ...NOTHING });
  useEffect(() => {
    if (isPaused || account === null) return;
    let isEnded = false;
    const read = async (): Promise<void> => {
      const answer = await act('equity.read', { fromMs: findPeriodStart(period, Date.now()) });
      if (isEnded) return;
      setReading((old) =>
        answer.ok
          ? { key, report: answer.value, hasAnswer: true, problem: null }
          : { ...(old.key === key ? old : { key, ...NOTHING }), problem: formatBridgeError(answer.error) },
      );
    };
    void read();
    const timer = window.setInterval(() => void read(), findReadEveryMs(period));
    return () => {
      isEnded = true;
      window.clearInterval(timer);
    };
  }, [period, account, isPaused, key]);
  return reading.key === key ? reading : NOTHING;
}
