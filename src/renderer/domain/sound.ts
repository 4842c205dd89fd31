/**
 * Sounds of the page: fills, what alerts tell and conditional orders that fired or are stuck, as the preferences say.
 *
 * Units       At most five sounds in ten seconds, and one at a time.
 * Invariants  The sounds are part of the bundle: the content policy lets the page fetch nothing. What was there when the page
 *             began makes no sound.
 */

import type { AlertTone } from '#shared/alerts/kind.ts';
import { createEmitter } from '#shared/base/emitter.ts';
import { openRateWindow } from '#shared/base/rateWindow.ts';
import alert from '../../../resources/sounds/alert.wav?inline';
import error from '../../../resources/sounds/error.wav?inline';
import fill from '../../../resources/sounds/fill.wav?inline';
import warning from '../../../resources/sounds/warning.wav?inline';
import { feedKey, type Mirror } from '../feed/mirror.ts';
import { readPreferences } from './preferences.ts';

const FILES: Readonly<Record<AlertTone, string>> = { alert, error, fill, warning };
const MAX_SOUNDS = 5;
const WINDOW_MS = 10_000;
/** A sound within this time after another is left out: the ear hears one event. */
const LEAST_GAP_MS = 400;

export interface Player {
  play(tone: AlertTone, volume: number): void;
}

/** Plays a tone unless the preferences or the bounds are against it. */
export function openSounds(player: Player, now: () => number = Date.now): (tone: AlertTone) => void {
  const take = openRateWindow({ max: MAX_SOUNDS, windowMs: WINDOW_MS, now });
  let playedAtMs = Number.NEGATIVE_INFINITY;
  return (tone) => {
    const { sound, soundKinds } = readPreferences();
    if (!sound.isOn || !soundKinds[tone] || now() - playedAtMs < LEAST_GAP_MS || take() !== null) return;
    playedAtMs = now();
    player.play(tone, sound.volume / 100);
  };
}

/** Sounds that panes ask for; they are played within the same bounds. */
export const soundRequests = createEmitter<AlertTone>();

/** Sounds for firings of alerts, for new fills and for what panes ask; the answer ends it. */
export function watchSounds(feed: Mirror, play: (tone: AlertTone) => void): () => void {
  let sounded = feed.alerts()?.sounded ?? null;
  let seen: ReadonlySet<string> | null = null;
  const onAlerts = (): void => {
    const view = feed.alerts();
    if (view === null) return;
    if (sounded !== null && view.sounded > sounded && view.tone !== null) play(view.tone);
    sounded = view.sounded;
  };
  const onAccount = (): void => {
    const account = feed.account();
    if (account === null || account.at === 'none' || account.at === 'loading') {
      seen = null;
      return;
    }
    const ids = new Set(account.fills.map(({ id }) => id));
    const known = seen;
    if (known !== null && [...ids].some((id) => !known.has(id))) play('fill');
    seen = ids;
  };
  let conditionals = readConditionals(feed);
  const onConditionals = (): void => {
    const before = conditionals;
    conditionals = readConditionals(feed);
    if (before === null || conditionals === null) return;
    if (conditionals.stuck > before.stuck) play('warning');
    else if (before.fired !== null && (conditionals.fired ?? 0) > before.fired) play('alert');
  };
  const stops = [
    feed.clock.subscribe([feedKey.alerts], onAlerts),
    feed.clock.subscribe([feedKey.conditionals], onConditionals),
    feed.clock.subscribe([feedKey.account], onAccount),
    soundRequests.on(play),
  ];
  onAccount();
  return () => {
    for (const stop of stops) stop();
  };
}

/** How many conditional orders need an answer or wait behind locked keys, and how many triggers fired; null while they are hidden. */
function readConditionals(feed: Mirror): { readonly stuck: number; readonly fired: number | null } | null {
  const view = feed.conditionals();
  if (view === null) return null;
  const fired = view.isHidden ? null : view.conditionals.reduce((sum, one) => sum + one.fired.length, 0);
  return { stuck: view.halted + view.unreadable.length + view.locked, fired };
}

/** Web Audio; a browser that waits for a first click or key plays nothing before it. */
export function openWebPlayer(): Player {
  let context: AudioContext | null = null;
  const buffers = new Map<AlertTone, Promise<AudioBuffer>>();
  return {
    play(tone, volume) {
      context ??= new AudioContext();
      const audio = context;
      let buffer = buffers.get(tone);
      if (buffer === undefined) {
        buffer = audio.decodeAudioData(decodeDataUrl(FILES[tone]));
        buffers.set(tone, buffer);
      }
      void Promise.all([buffer, audio.resume()]).then(
        ([sound]) => {
          const gain = new GainNode(audio, { gain: volume });
          const source = new AudioBufferSourceNode(audio, { buffer: sound });
          source.connect(gain).connect(audio.destination);
          source.start();
        },
        // No sound card: the alert is on screen all the same.
        () => undefined,
      );
    },
  };
}

function decodeDataUrl(url: string): ArrayBuffer {
  return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0)).buffer;
}
