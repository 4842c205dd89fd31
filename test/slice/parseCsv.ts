/** Reads CSV as RFC 4180 has it, and takes the apostrophe of neutralised cells away (docs/export.md#csv). */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (text[at] === '"') at += 1;
        cell += text[at];
        at += 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') {
        cell += text[at];
        at += 1;
      }
    }
    row.push(cell.startsWith("'") ? cell.slice(1) : cell);
    if (text[at] === ',') at += 1;
    else {
      if (text.slice(at, at + 2) !== '\r\n') throw new Error(`Expected a line end at ${at}`);
      at += 2;
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
