/** The parts of Polymarket's client that the bench uses; the package is installed in bench/node_modules by `npm run bench` alone. */
declare module '@polymarket/clob-client' {
  import type { WalletClient } from 'viem';

  export enum Side {
    BUY = 'BUY',
    SELL = 'SELL',
  }

  interface OrderTerms {
    readonly tokenID: string;
    readonly price: number;
    readonly size: number;
    readonly side: Side;
    readonly expiration: number;
  }

  interface MarketOptions {
    readonly tickSize: '0.01';
    readonly negRisk: boolean;
  }

  export class ClobClient {
    constructor(
      host: string,
      chainId: number,
      signer: WalletClient,
      credentials: { readonly key: string; readonly secret: string; readonly passphrase: string },
      signatureType: number,
      funder: string,
    );
    createOrder(terms: OrderTerms, options: MarketOptions): Promise<{ readonly signature: string }>;
    createAndPostOrder(terms: OrderTerms, options: MarketOptions): Promise<{ readonly success?: boolean } | undefined>;
  }
}
