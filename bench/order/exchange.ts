/** The bench's exchange as a child process. */
import { fork } from 'node:child_process';
import { wallet } from './values.ts';
import { watchWrites } from './wire.ts';

export interface BenchExchange {
  readonly port: number;
  counts(): Promise<{ readonly sockets: number; readonly reads: number; readonly orders: number }>;
  /** Body and headers of the last order. */
  last(): Promise<{ readonly body: string; readonly headers: Readonly<Record<string, string>> }>;
  close(): void;
}

export async function openBenchExchange(): Promise<BenchExchange> {
  const text = JSON.stringify({
    proxy_address: wallet.proxyAddress,
    owner_address: wallet.ownerAddress,
    signature_type: wallet.signatureType,
    exchange_address: wallet.exchangeAddress,
    conditional_tokens_address: wallet.conditionalTokensAddress,
    usdc_address: wallet.usdcAddress,
    chain_id: wallet.chainId,
    domain_name: wallet.domainName,
    safe_setup: { ready: true, calls: [] },
    safe_status: 'ready',
    condition_id: wallet.conditionId,
    yes_token_id: wallet.yesTokenId,
    no_token_id: wallet.noTokenId,
  });
  const child = fork(new URL('./sink.ts', import.meta.url), [text], {
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (value) => resolve(value as number));
    child.once('exit', (code) => reject(new Error(`Expected the exchange to listen, found exit code ${code}`)));
  });
  watchWrites(port);
  const ask = async <T>(target: string): Promise<T> =>
    (await fetch(`http://127.0.0.1:${port}${target}`, { headers: { connection: 'close' } })).json() as Promise<T>;
  return { port, counts: () => ask('/counts'), last: () => ask('/last'), close: () => child.disconnect() };
}
