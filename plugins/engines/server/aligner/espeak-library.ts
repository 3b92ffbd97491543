import * as koffi from 'koffi';

/** What espeak-ng calls its library on Linux and on a Mac. */
const NAMES = ['libespeak-ng.so.1', 'libespeak-ng.1.dylib', '/opt/homebrew/lib/libespeak-ng.1.dylib'];

/** Sound is handed over while it is made; other ways of output are not in every build. */
const SYNCHRONOUS = 2;
/** Texts are UTF-8. */
const UTF8 = 1;
/** Which parameters of a voice are set. */
const [RATE, PITCH] = [1, 3];
/** The kinds of events that are looked at, and the one that ends a list of them. */
const [LIST_END, WORD, END] = [0, 1, 5];
/** Events that come at once, at most. */
const MOST_EVENTS = 10_000;

/** A word that was said, and when. */
export interface SaidWord {
  /** Where it stands in the text: the number of its first letter, in code points from 0, and how many it has. */
  at: number;
  letters: number;
  /** Seconds. */
  start: number;
}

/** What a text sounds like. */
export interface SaidText {
  /** Samples a second. */
  rate: number;
  samples: Int16Array;
  /** In order. The voice takes several words for one where they are said as one. */
  words: SaidWord[];
  /** Seconds at which a sentence or part of one ends, before its pause. */
  ends: number[];
}

export interface SayOptions {
  /** Of espeak-ng. */
  voice: string;
  /** Words a minute, 80 to 450. */
  speed: number;
  /** 0 to 99; 50 by default. */
  pitch?: number;
}

/** Says texts, and tells when it says each word. */
export type Say = (text: string, options: SayOptions) => SaidText;

/**
 * Opens the library of espeak-ng, whose program does not tell when it says what. It is under the GPL and may crash, so
 * that this is done in a process of its own only.
 * @throws Error where it is not installed
 */
export function openEspeak(): Say {
  const library = open();
  const callback = koffi.proto('int ReelportSpoken(void *wave, int count, void *events)');
  const initialize = library.func('int espeak_Initialize(int, int, const char *, int)');
  const setCallback = library.func('void espeak_SetSynthCallback(ReelportSpoken *call)');
  const setVoice = library.func('int espeak_SetVoiceByName(const char *)');
  const properties = koffi.struct({
    ...{ name: 'const char *', languages: 'const char *', identifier: 'const char *', gender: 'uint8', age: 'uint8' },
    ...{ variant: 'uint8', unused: 'uint8', score: 'int', spare: 'void *' },
  });
  const setVoiceBy = library.func('espeak_SetVoiceByProperties', 'int', [koffi.pointer(properties)]);
  const setParameter = library.func('int espeak_SetParameter(int, int, int)');
  const synthesize = library.func(
    'int espeak_Synth(const char *text, size_t size, uint32_t from, int kind, uint32_t to, uint32_t flags, void *id, void *own)',
  );
  const event = koffi.struct({
    ...{ type: 'int', id: 'uint', position: 'int', length: 'int', milliseconds: 'int', sample: 'int', own: 'void *' },
    name: koffi.array('uint8', 8),
  });
  const size = koffi.sizeof(event);
  const rate = Number(initialize(SYNCHRONOUS, 0, null, 0));
  if (rate <= 0) throw new Error('espeak-ng: its voices are not there');

  return (text, { voice, speed, pitch = 50 }) => {
    // As its program does: a voice of that name, else one for that language.
    if (Number(setVoice(voice)) !== 0 && Number(setVoiceBy({ languages: voice })) !== 0) {
      throw new Error(`espeak-ng has no voice ${voice}`);
    }
    setParameter(RATE, Math.round(speed), 0);
    setParameter(PITCH, pitch, 0);
    const pieces: Int16Array[] = [];
    const words: SaidWord[] = [];
    const ends: number[] = [];
    const hear = (wave: unknown, count: number, events: unknown): number => {
      if (wave !== null && count > 0) pieces.push(Int16Array.from(numbersOf(wave, count)));
      for (let at = 0; at < MOST_EVENTS; at += 1) {
        // The library writes them one after another.
        const told = koffi.decode(events, at * size, event) as Record<
          'type' | 'position' | 'length' | 'sample',
          number
        >;
        if (told.type === LIST_END) break;
        const seconds = told.sample / rate;
        if (told.type === WORD) words.push({ at: told.position - 1, letters: told.length, start: seconds });
        if (told.type === END) ends.push(seconds);
      }
      return 0;
    };
    const registered = koffi.register(hear, koffi.pointer(callback));
    try {
      setCallback(registered);
      synthesize(text, Buffer.byteLength(text) + 1, 0, 1, 0, UTF8, null, null);
    } finally {
      koffi.unregister(registered);
    }
    const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let place = 0;
    for (const piece of pieces) {
      samples.set(piece, place);
      place += piece.length;
    }
    return { rate, samples, words, ends };
  };
}

const numbersOf = (wave: unknown, count: number): number[] =>
  koffi.decode(wave, koffi.array('int16_t', count, 'Array')) as number[];

function open(): koffi.LibraryHandle {
  let cause: unknown;
  for (const name of NAMES) {
    try {
      return koffi.load(name);
    } catch (error) {
      cause ??= error;
    }
  }
  throw new Error('libespeak-ng is not installed', { cause });
}
