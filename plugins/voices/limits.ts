/** Voices of an account, and recordings that are not part of one. */
export const MOST_VOICES = 100;
export const MOST_RECORDINGS = 40;

/** Bytes of a recording. */
export const MOST_BYTES = 100 * 1024 ** 2;
/** What is uploaded as a file; what browsers record comes besides. */
export const SOUND_FILES = ['.mp3', '.wav'] as const;

/** Seconds of a recording at most, and of speech in a sample and in a consent at the least. */
export const SECONDS = { most: 300, sample: 3, consent: 1.5 } as const;

/** Letters of a voice's name, of the person's, of what a sample says, and of what an audition says. */
export const LETTERS = { name: 40, person: 60, text: 2_000, audition: 200 } as const;
