/** Anchors of a page of the documents. */

/** As on GitHub, an anchor is an id or a heading in lower case, with dashes for spaces. */
export function listAnchors(text: string): string[] {
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/<[^>]+>/g, '')
      .trim()
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
  return [...ids, ...headings];
}
