import { defineProvider, ProviderFailure } from '@reelport/core/server';
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';

const SIGNS: Readonly<Record<string, string>> = {
  ...{ a: '.-', b: '-...', c: '-.-.', d: '-..', e: '.', f: '..-.', g: '--.', h: '....', i: '..', j: '.---' },
  ...{ k: '-.-', l: '.-..', m: '--', n: '-.', o: '---', p: '.--.', q: '--.-', r: '.-.', s: '...', t: '-' },
  ...{ u: '..-', v: '...-', w: '.--', x: '-..-', y: '-.--', z: '--..' },
};
/** Samples in a second. */
const RATE = 16_000;

/** A voice that needs neither a network nor a model: it taps what it is given in Morse code. */
export const MORSE = defineProvider({
  kind: 'speech',
  id: 'voice-over.morse',
  title: 'voice-over:morse',
  about: 'voice-over:morse.about',
  settings: z.object({
    pitch: z.number().int().min(300).max(1200).default(600).meta({ title: 'voice-over:morse.pitch' }),
  }),
  open: ({ pitch }) => ({
    // Part of cache keys: another pitch is another voice.
    version: `1-${pitch}`,
    languages: () => Promise.resolve(['en']),
    async speak({ text, speed, tone }, path) {
      const taps = tapsOf(text);
      if (taps.length === 0) throw new ProviderFailure('refused', 'there is no letter from a to z in the text');
      await writeFile(path, wavOf(taps, { hertz: pitch * 2 ** tone, unit: 0.08 / speed }));
    },
  }),
});

/** Units of sound and silence in turn, beginning with sound. */
function tapsOf(text: string): number[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.flatMap((word, at) =>
    [...word].flatMap((letter, place) =>
      [...(SIGNS[letter] ?? '')].flatMap((sign, index) => {
        const silence = index > 0 ? 1 : place > 0 ? 3 : 7;
        return [...(at + place + index === 0 ? [] : [silence]), sign === '-' ? 3 : 1];
      }),
    ),
  );
}

/** @param options.unit seconds of a short tap */
function wavOf(taps: readonly number[], { hertz, unit }: { hertz: number; unit: number }): Buffer {
  const lengths = taps.map((units) => Math.round(units * unit * RATE));
  const wav = Buffer.alloc(44 + lengths.reduce((sum, length) => sum + length, 0) * 2);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(wav.length - 44, 40);
  let from = 44;
  lengths.forEach((length, at) => {
    for (let sample = 0; at % 2 === 0 && sample < length; sample += 1) {
      wav.writeInt16LE(Math.round(12_000 * Math.sin((sample * hertz * 2 * Math.PI) / RATE)), from + sample * 2);
    }
    from += length * 2;
  });
  return wav;
}
