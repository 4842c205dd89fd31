/** Nesting depth of JSON text, so that nothing recurses into a file or a message that is too deep. */

/** Deepest nesting of brackets outside strings; counted in the text, before any parser recurses. */
export function measureDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return deepest;
}
