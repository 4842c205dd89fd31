/**
 * Sealing with a key at hand: AES-256-GCM boxes, keys derived from the master key, the MAC over the file.
 *
 * Shape       IV 12 bytes, tag 16 bytes, all as base64; a fresh IV for every box.
 * Errors      `openBox` answers null when key, box or authenticated data differ: the caller knows which error that is.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { canonicalJson, type Json } from './canonicalJson.ts';

export interface Box {
  readonly iv: string;
  readonly ct: string;
  readonly tag: string;
}

export type RandomBytes = (length: number) => Uint8Array;

const IV_BYTES = 12;

export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

/** Strict base64 of exactly `length` bytes, or of any length when null; null on anything else. */
export function parseBase64(text: string, length: number | null): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text || (length !== null && bytes.length !== length)) return null;
  return new Uint8Array(bytes);
}

export function sealBox(key: Uint8Array, plain: Uint8Array, bound: Json, random: RandomBytes): Box {
  const iv = random(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(canonicalJson(bound), 'utf8'));
  const ct = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv: encodeBase64(iv), ct: encodeBase64(ct), tag: encodeBase64(cipher.getAuthTag()) };
}

export function openBox(key: Uint8Array, box: Box, bound: Json): Uint8Array | null {
  const iv = parseBase64(box.iv, IV_BYTES);
  const ct = parseBase64(box.ct, null);
  const tag = parseBase64(box.tag, 16);
  if (!iv || !ct || !tag) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(canonicalJson(bound), 'utf8'));
  decipher.setAuthTag(tag);
  const head = decipher.update(ct);
  const plain = new Uint8Array(head);
  head.fill(0);
  try {
    // GCM is a stream mode: all plain text came from update, final only checks the tag.
    decipher.final();
    return plain;
  } catch {
    plain.fill(0);
    return null;
  }
}

/** A key of its own for one purpose, from the master key. */
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

/** Compares without telling by its duration where two values differ. */
export function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
