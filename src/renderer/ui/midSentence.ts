/** A reason of main's in the middle of a sentence: 'No keychain answers' as 'no keychain answers', names as they are. */
export function toMidSentence(why: string): string {
  if (/^(Adyton|[A-Z][^a-z ])/.test(why)) return why;
  return why.charAt(0).toLowerCase() + why.slice(1);
}
