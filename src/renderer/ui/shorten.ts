/** '0x12ab34…56cd78'; short text stays whole. */
export function shorten(text: string): string {
  if (text.length <= 18) return text;
  return `${text.slice(0, text.startsWith('0x') ? 8 : 6)}…${text.slice(-6)}`;
}
