/** Refusal: an error response with a status and dot-separated codes. Source: docs/exchange-interface.md#errors. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly codes: readonly string[];

  constructor(status: number, ...codes: string[]) {
    super(codes.join(', '));
    this.status = status;
    this.codes = codes;
  }
}
