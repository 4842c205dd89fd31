/** An answer other than success: a status and the interface's dot-coded words. Source: exchange-interface, Errors. */
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
