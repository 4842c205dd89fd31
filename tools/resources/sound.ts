/**
 * Sounds of the program: short tones as WAV files.
 *
 * Units       Frequencies in Hz, times in seconds, levels from 0 to 1; 16-bit samples, one channel.
 */

const SAMPLE_RATE = 22_050;
const ATTACK = 0.005;

interface Tone {
  readonly at: number;
  readonly frequency: number;
  readonly seconds: number;
  readonly level: number;
}

export const SOUNDS: Readonly<Record<string, readonly Tone[]>> = {
  // A rising fourth.
  fill: [
    { at: 0, frequency: 880, seconds: 0.12, level: 0.35 },
    { at: 0.09, frequency: 1174.66, seconds: 0.22, level: 0.35 },
  ],
  // The same tone three times.
  alert: [0, 0.16, 0.32].map((at) => ({ at, frequency: 987.77, seconds: 0.12, level: 0.4 })),
  // Two equal tones, lower than an alert.
  warning: [0, 0.2].map((at) => ({ at, frequency: 587.33, seconds: 0.17, level: 0.4 })),
  // A falling minor third, low.
  error: [
    { at: 0, frequency: 293.66, seconds: 0.18, level: 0.45 },
    { at: 0.15, frequency: 246.94, seconds: 0.34, level: 0.45 },
  ],
};

/** A sine with its octave, which fades out. */
function sample({ frequency, seconds, level }: Tone, time: number): number {
  if (time < 0 || time >= seconds) return 0;
  const envelope = Math.min(time / ATTACK, 1) * (1 - time / seconds) ** 2;
  const phase = 2 * Math.PI * frequency * time;
  return (level * envelope * (Math.sin(phase) + 0.2 * Math.sin(2 * phase))) / 1.2;
}

export function buildWav(tones: readonly Tone[]): Buffer {
  const length = Math.ceil(Math.max(...tones.map(({ at, seconds }) => at + seconds)) * SAMPLE_RATE);
  const data = Buffer.alloc(length * 2);
  for (let index = 0; index < length; index += 1) {
    const value = tones.reduce((sum, tone) => sum + sample(tone, index / SAMPLE_RATE - tone.at), 0);
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), index * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  // Uncompressed, one channel.
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
