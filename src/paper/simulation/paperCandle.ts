/** A candle of the simulation. Units: openMs in Unix ms; prices in ticks of one cent; volume in millionths of a share. */
export interface PaperCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}
