/** Names of the lists and searches of windows, by which those of a closed window are found. */

export const listsOf = (window: number): string => `window ${window} `;

export const listOf = (window: number, list: string): string => `${listsOf(window)}${list}`;
