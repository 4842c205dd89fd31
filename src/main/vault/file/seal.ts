/**
 * Authenticated encryption: AES-256-GCM boxes, HKDF keys, the MAC of the file.
 *
 * Shape       IV 12 bytes, tag 16 bytes, all in base64; a fresh IV for every box.
 * Errors      `openBox` returns null when key, box or associated data differ: the caller picks the error.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { canonicalJson, encodeBase64, type Json, parseBase64 } from './encoding.ts';

export interface Box {
  readonly iv: string;
  readonly ct: string;
  readonly tag: string;
}

export type RandomBytes = (length: number) => Uint8Array;

const IV_BYTES = 12;

export function sealBox(key: Uint8Array, plain: Uint8Array, associatedData: Json, random: RandomBytes): Box {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(canonicalJson(associatedData), 'utf8'));
  const ct = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv: encodeBase64(iv), ct: encodeBase64(ct), tag: encodeBase64(cipher.getAuthTag()) };
}

export function openBox(key: Uint8Array, box: Box, associatedData: Json): Uint8Array | null {
  const iv = parseBase64(box.iv, IV_BYTES);
  const ct = parseBase64(box.ct, null);
  const tag = parseBase64(box.tag, 16);
  if (!iv || !ct || !tag) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(canonicalJson(associatedData), 'utf8'));
  decipher.setAuthTag(tag);
  const head = decipher.update(ct);
  const plain = new Uint8Array(head);
  head.fill(0);
  try {
    // GCM is a stream mode: `update` returned all plain text, `final` only checks the tag.
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

/** Derives the key for one purpose from the master key. */
export function deriveKey(master: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', master, new Uint8Array(0), purpose, 32));
}

export function buildMac(master: Uint8Array, body: Json): string {
  const key = deriveKey(master, 'file');
  try {
    return createHmac('sha256', key).update(canonicalJson(body), 'utf8').digest('base64');
  } finally {
    key.fill(0);
  }
}

/** Compares in constant time. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
