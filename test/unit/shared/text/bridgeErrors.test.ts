import { describe, expect, it } from 'vitest';
import type { BridgeError } from '#shared/ipc/errors.ts';
import type { WorkspaceFileFault } from '#shared/ipc/workspaces.ts';
import { formatBridgeError } from '#shared/text/bridgeErrors.ts';

const ERRORS: readonly BridgeError[] = [
  { code: 'LOCKED', parameters: {} },
  { code: 'VAULT_ABSENT', parameters: {} },
  { code: 'VAULT_EXISTS', parameters: {} },
  { code: 'VAULT_TOO_NEW', parameters: {} },
  { code: 'BUG', parameters: {} },
  { code: 'FORBIDDEN_SENDER', parameters: {} },
  { code: 'BAD_ANSWER', parameters: {} },
  { code: 'BACK_OFF', parameters: { seconds: 4 } },
  { code: 'RATE_LIMITED', parameters: { seconds: 9 } },
  { code: 'KEYCHAIN_FAILED', parameters: { fault: { code: 'locked', parameters: {} } } },
  { code: 'REJECTED', parameters: { codes: [] } },
  { code: 'REJECTED', parameters: { codes: ['area.new'] } },
  { code: 'WALLET_CHANGED', parameters: { changes: [{ code: 'chain', parameters: { before: 137, now: 1 } }] } },
  ...(['vault', 'keyFile'] as const).map((of) => ({ code: 'WRONG_PASSWORD', parameters: { of } }) as const),
  ...(['vault', 'keyFile', 'computer'] as const).map((of) => ({ code: 'KDF_PARAMS', parameters: { of } }) as const),
  ...(['apiKey', 'outOfRange', 'hexDigits', 'keyFile', 'phrase', 'addressIndex', 'duplicate'] as const).map(
    (reason) => ({ code: 'BAD_KEY', parameters: { reason } }) as const,
  ),
  { code: 'WEAK_PASSWORD', parameters: { reason: 'empty' } },
  { code: 'WEAK_PASSWORD', parameters: { reason: 'tooShort', min: 12, found: 3 } },
  ...(['common', 'repeated', 'sequence', 'other'] as const).map(
    (pattern) => ({ code: 'WEAK_PASSWORD', parameters: { reason: 'guessable', pattern } }) as const,
  ),
  { code: 'VAULT_TAMPERED', parameters: { reason: 'changed' } },
  { code: 'VAULT_TAMPERED', parameters: { reason: 'readableByOthers', path: '/v' } },
  { code: 'VAULT_TAMPERED', parameters: { reason: 'notAFile', path: '/v' } },
  ...(['damaged', 'unreadable', 'tooLarge'] as const).map(
    (reason) => ({ code: 'VAULT_CORRUPT', parameters: { reason } }) as const,
  ),
  {
    code: 'VAULT_CORRUPT',
    parameters: { reason: 'onlyPrevious', folder: '/v', name: 'vault.json', previous: 'vault.json.1' },
  },
  ...(['paperOnly', 'notOnPaper', 'address'] as const).map(
    (reason) => ({ code: 'NOT_IN_THIS_NETWORK', parameters: { reason } }) as const,
  ),
  {
    code: 'NOT_IN_THIS_NETWORK',
    parameters: {
      reason: 'foreignKeys',
      keys: { network: 'test', origin: 'http://a' },
      here: { network: 'live', origin: 'https://b' },
    },
  },
  ...(['vault', 'readBack', 'copy', 'copyExists'] as const).map(
    (reason) => ({ code: 'SAVE_FAILED', parameters: { reason } }) as const,
  ),
  ...(['declined', 'noPath'] as const).map((reason) => ({ code: 'CANCELLED', parameters: { reason } }) as const),
  ...(['ownKey', 'unknownKey', 'notOlder', 'keychainUnlockOn', 'keychainUnlockNotReady', 'notSignable'] as const).map(
    (reason) => ({ code: 'DENIED', parameters: { reason } }) as const,
  ),
  ...(['command', 'olderVault', 'key'] as const).map((what) => ({ code: 'NOT_FOUND', parameters: { what } }) as const),
  ...(['exchange', 'main'] as const).map((what) => ({ code: 'UNREACHABLE', parameters: { what } }) as const),
  ...(['text', 'keys', 'encoding', 'layout', 'vaultFolder', 'lockTimes'] as const).map(
    (reason) => ({ code: 'BAD_INPUT', parameters: { reason } }) as const,
  ),
  { code: 'BAD_INPUT', parameters: { reason: 'size', maxBytes: 9 } },
  { code: 'BAD_INPUT', parameters: { reason: 'depth', max: 9 } },
  { code: 'BAD_INPUT', parameters: { reason: 'schema', command: 'vault.lock', path: 'a.b', issue: 'custom' } },
  { code: 'BAD_INPUT', parameters: { reason: 'limit', limit: 'orderCost' } },
  { code: 'BAD_INPUT', parameters: { reason: 'passwordNeeded' } },
  { code: 'BAD_INPUT', parameters: { reason: 'tooManyEvents' } },
  { code: 'BAD_INPUT', parameters: { reason: 'accountNotRead' } },
  { code: 'BAD_INPUT', parameters: { reason: 'unit', expected: 'a price', found: '"x"' } },
  ...(
    [
      'accountChanged',
      'notRead',
      'unknownStatus',
      'callsChanged',
      'noChanges',
      'changedAgain',
      'changesNotSaved',
      'callMissing',
    ] as const
  ).map((code) => ({ code: 'SETUP_REFUSED', parameters: { code, parameters: {} } }) as const),
  { code: 'NOT_READY', parameters: { code: 'setupRequired', parameters: { gap: 'calls' } } },
  {
    code: 'SETUP_REFUSED',
    parameters: { code: 'callRefused', parameters: { nonce: 4, refusal: { code: 'notSetup', parameters: {} } } },
  },
  {
    code: 'SETUP_REFUSED',
    parameters: {
      code: 'relayFailed',
      parameters: { nonce: 4, failure: { code: 'otherHashSigned', parameters: {} } },
    },
  },
];

it.each(ERRORS)('words $code $parameters as a sentence without a final period', (error) => {
  expect(formatBridgeError(error)).toMatch(/^\S.*[^.\s]$/);
  expect(formatBridgeError(error)).not.toMatch(/undefined|null|\[object/);
});

describe('the words of an error', () => {
  it('say how long to wait', () => {
    expect(formatBridgeError({ code: 'BACK_OFF', parameters: { seconds: 4 } })).toBe(
      'Too many wrong passwords: wait 4 s, then try again',
    );
  });

  it('explain a code of the exchange, and say the last words of an unknown one', () => {
    const reject = (code: string) => formatBridgeError({ code: 'REJECTED', parameters: { codes: [code] } });
    expect(reject('authz.invalid_signature')).toContain('enter both again');
    expect(reject('area.new')).toBe('The exchange refused it: new');
  });

  it('say why a file gives no workspace', () => {
    const refuse = (fault: WorkspaceFileFault) =>
      formatBridgeError({ code: 'BAD_INPUT', parameters: { reason: 'workspaceFile', ...fault } });
    const foreign = 'The file is not an exported workspace';
    expect(refuse({ fault: 'notJson' })).toBe(foreign);
    expect(refuse({ fault: 'shape', path: '' })).toBe(foreign);
    expect(refuse({ fault: 'shape', path: 'format' })).toBe(foreign);
    expect(refuse({ fault: 'shape', path: 'layout.dock' })).toBe('The exported workspace is damaged at layout.dock');
    expect(refuse({ fault: 'version', expected: 1, found: '2' })).toBe(
      'The file has version 2 of the format, and this Adyton reads version 1',
    );
    expect(refuse({ fault: 'tooLarge', maxBytes: 524_288 })).toBe('The file is larger than 512 kB');
    expect(refuse({ fault: 'unknownPane', pane: 'crystal' })).toContain('“crystal”');
  });

  it('name every change of a wallet', () => {
    const changes = [
      { code: 'chain', parameters: { before: 137, now: 1 } },
      { code: 'owner', parameters: { before: 'a', now: 'b' } },
    ] as const;
    expect(formatBridgeError({ code: 'WALLET_CHANGED', parameters: { changes } })).toContain(
      'chain was 137 and is now 1; owner was a and is now b',
    );
  });
});
