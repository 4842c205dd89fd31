/**
 * Receivers of one stream of increments: the program's connection, plain `ws`, and both with what follows, up to the parsed
 * increment.
 *
 * Invariants  Each calls `onIncrement` once for an increment, in order, with its text or its sequence.
 */
import { WebSocket } from 'ws';
import { createHealthLog } from '../../src/main/venue/healthLog.ts';
import { DEFAULT_PROFILE } from '../../src/main/venue/profile.ts';
import { openPublicStreams } from '../../src/main/venue/publicStreams.ts';
import { openSocket } from '../../src/main/venue/socket.ts';
import { scheduleTimer } from '../../src/main/venue/timing.ts';
import { parseMarketId } from '../../src/shared/units/ids.ts';

export type OnIncrement = (what: string | number) => void;
type Receiver = (port: number, onIncrement: OnIncrement) => { close(): void };

const TARGET = '/api/v2/websocket/public?stream=101.ob-inc';
const timing = { now: Date.now, random: Math.random, schedule: scheduleTimer };
const nothing = (): void => undefined;
const isIncrement = (text: string): boolean => text.includes('.ob-inc"');

/** Text by text. */
export const receiveText: Receiver = (port, onIncrement) =>
  openSocket({
    ...timing,
    name: 'bench',
    wsOrigin: `ws://127.0.0.1:${port}`,
    target: TARGET,
    headers: async () => ({}),
    maxBytes: DEFAULT_PROFILE.stream.maxPayloadBytes,
    profile: DEFAULT_PROFILE,
    onOpen: nothing,
    onText: (text) => isIncrement(text) && onIncrement(text),
    onLost: nothing,
    onFailed: nothing,
    onHealth: nothing,
  });

export const receiveTextByWs: Receiver = (port, onIncrement) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${TARGET}`, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const text = data.toString();
    if (isIncrement(text)) onIncrement(text);
  });
  return socket;
};

/** The public streams of the client: parsed, checked whole, in the order of their sequences. */
export const receiveParsed: Receiver = (port, onIncrement) => {
  const streams = openPublicStreams({
    ...timing,
    wsOrigin: `ws://127.0.0.1:${port}`,
    extraHeaders: {},
    profile: DEFAULT_PROFILE,
    healthLog: createHealthLog(Date.now, nothing),
    emit(event) {
      if (event.kind === 'bookIncrement') onIncrement(event.update.sequence);
    },
    onHealth: nothing,
  });
  streams.setInterest({ books: [parseMarketId('101')], tapes: [], candles: [], underlyings: [] });
  return streams;
};

/** As a user of `ws` reads it: nothing is checked. */
export const receiveParsedByWs: Receiver = (port, onIncrement) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${TARGET}`, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString()) as Record<string, { readonly sequence: number }>;
    for (const stream in message) if (stream.endsWith('.ob-inc')) onIncrement(message[stream]!.sequence);
  });
  return socket;
};
