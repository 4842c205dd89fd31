/** Text as bytes and back; the globals of both runtimes, typed here because shared code has neither Node's nor the DOM's types. */
const runtime = globalThis as unknown as {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new () => { decode(bytes: Uint8Array): string };
};
const encoder = new runtime.TextEncoder();
const decoder = new runtime.TextDecoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);
export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);
