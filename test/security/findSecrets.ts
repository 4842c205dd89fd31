/** Secret search: finds secrets in bytes, in every encoding that could leak them. */

export interface Secret {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Pattern {
  readonly secret: string;
  readonly encoding: string;
  readonly bytes: Buffer;
}

export const secretText = (name: string, text: string): Secret => ({ name, bytes: Buffer.from(text, 'utf8') });

/** Parts that the base64 of any text with these bytes contains, at each of the three offsets. */
function encodeBase64Parts(bytes: Uint8Array, variant: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString(variant)
      .replaceAll('=', '');
    const bits = (offset + bytes.length) * 8;
    // The first and last characters also encode neighbouring bytes.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6));
  });
}

function listEncodings({ bytes }: Secret): [string, string][] {
  const hex = Buffer.from(bytes).toString('hex');
  return [
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ...encodeBase64Parts(bytes, 'base64').map((text): [string, string] => ['base64', text]),
    ...encodeBase64Parts(bytes, 'base64url').map((text): [string, string] => ['base64url', text]),
    ['decimal', BigInt(`0x${hex}`).toString()],
    ['numbers', [...bytes].join(',')],
    ['numbered', [...bytes.subarray(0, 12)].map((byte, index) => `"${index}":${byte}`).join(',')],
  ];
}

export function buildPatterns(secrets: readonly Secret[]): Pattern[] {
  return secrets.flatMap((secret) => {
    const inText = listEncodings(secret).flatMap(([encoding, text]) => [
      { secret: secret.name, encoding, bytes: Buffer.from(text, 'latin1') },
      { secret: secret.name, encoding: `${encoding} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
    ]);
    const wide = Buffer.from(Buffer.from(secret.bytes).toString('latin1'), 'utf16le');
    return [
      { secret: secret.name, encoding: 'raw', bytes: Buffer.from(secret.bytes) },
      { secret: secret.name, encoding: 'raw in UTF-16', bytes: wide },
      ...inText,
    ];
  });
}

/** `secret: encoding` of every hit. */
export function findSecrets(content: Uint8Array, patterns: readonly Pattern[]): string[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return patterns
    .filter((pattern) => bytes.includes(pattern.bytes))
    .map(({ secret, encoding }) => `${secret}: ${encoding}`);
}
