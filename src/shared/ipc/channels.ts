/** Channels between main, preload and page. */

/** Message that passes the data port from a preload to its page by window.postMessage. */
export const PORT_MESSAGE = 'adyton:port';
/** The single channel of the gate; never visible to the page. */
export const INVOKE_CHANNEL = 'adyton:invoke';
/** Channel on which a shell passes the data port to the preload. */
export const PORT_CHANNEL = 'adyton:port';
