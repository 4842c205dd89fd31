/** Account kinds, and the forms in which a wallet requests its setup. Source: docs/exchange-interface.md#accounts, #wallet-configuration. */

/** `key`: type 2, the owner's own key. `passkey`: type 3. `custodial`: no wallet at all. */
export type MemberKind = 'key' | 'passkey' | 'custodial';
export const MEMBER_KINDS: readonly MemberKind[] = ['key', 'passkey', 'custodial'];

/** Several calls at consecutive nonces, or one batch. */
export type SetupShape = 'calls' | 'multisend';
export const SETUP_SHAPES: readonly SetupShape[] = ['calls', 'multisend'];

export const SIGNATURE_TYPE: Readonly<Record<Exclude<MemberKind, 'custodial'>, number>> = { key: 2, passkey: 3 };
