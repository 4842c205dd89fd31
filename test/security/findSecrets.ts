/** Looks for secrets in bytes, in every spelling that they could have slipped out in. */

export interface Secret {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Pattern {
  readonly secret: string;
  readonly spelling: string;
  readonly bytes: Buffer;
}

export const secretText = (name: string, text: string): Secret => ({ name, bytes: Buffer.from(text, 'utf8') });

/** What any text that holds these bytes in base64 must hold, wherever they begin in it. */
function spellBase64(bytes: Uint8Array, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(encoding)
      .replaceAll('=', '');
    const bits = (offset + bytes.length) * 8;
    // Letters that also carry bits of the neighbours tell nothing.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
  });
}

function spellings({ bytes }: Secret): [string, string][] {
  const hex = Buffer.from(bytes).toString('hex');
  return [
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ...spellBase64(bytes, 'base64').map((text): [string, string] => ['base64', text]),
    ...spellBase64(bytes, 'base64url').map((text): [string, string] => ['base64url', text]),
    ['decimal', BigInt(`0x${hex}`).toString()],
    ['numbers', [...bytes].join(',')],
    ['numbered', [...bytes.subarray(0, 12)].map((byte, index) => `"${index}":${byte}`).join(',')],
  ];
}

export function buildPatterns(secrets: readonly Secret[]): Pattern[] {
  return secrets.flatMap((secret) => {
    const inText = spellings(secret).flatMap(([spelling, text]) => [
      { secret: secret.name, spelling, bytes: Buffer.from(text, 'latin1') },
      { secret: secret.name, spelling: `${spelling} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    ]);
    const wide = Buffer.from(Buffer.from(secret.bytes).toString('latin1'), 'utf16le');
    return [
      { secret: secret.name, spelling: 'raw', bytes: Buffer.from(secret.bytes) },
      { secret: secret.name, spelling: 'raw in UTF-16', bytes: wide },
      ...inText,
    ];
  });
}

/** `secret: spelling` of everything found. */
export function findSecrets(hay: Uint8Array, patterns: readonly Pattern[]): string[] {
  const bytes = Buffer.from(hay.buffer, hay.byteOffset, hay.byteLength);
  return patterns
    .filter((pattern) => bytes.includes(pattern.bytes))
    .map(({ secret, spelling }) => `${secret}: ${spelling}`);
}
