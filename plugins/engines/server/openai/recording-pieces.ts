/** Samples of a second, and bytes before the first one, of the recordings that are written down. */
const [RATE, HEAD] = [16_000, 44];
/** Seconds of a piece at most: services take 25 MB, and understand better what is not too long. */
const LONGEST = 600;
/** Seconds before that end in which the quietest place is looked for, and of such a place. */
const [SEARCHED, QUIET] = [30, 0.2];

/** A piece of a recording: a WAV file of its own. */
export interface RecordingPiece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Seconds. */
  start: number;
  seconds: number;
}

/** Parts a recording where it is quiet, so that no word is cut. @param wav 16 bits, 16 kHz, one channel */
export function piecesOf(wav: Uint8Array, longest = LONGEST): RecordingPiece[] {
  const data = dataOf(wav);
  const samples = new Int16Array(data.buffer.slice(data.byteOffset, data.byteOffset + Math.floor(data.length / 2) * 2));
  const pieces: RecordingPiece[] = [];
  for (let from = 0; from < samples.length;) {
    const most = from + longest * RATE;
    const to =
      most >= samples.length ? samples.length : quietest(samples, Math.max(from + 1, most - SEARCHED * RATE), most);
    pieces.push({ bytes: wavOf(samples.subarray(from, to)), start: from / RATE, seconds: (to - from) / RATE });
    from = to;
  }
  return pieces;
}

/** The samples of a WAV file, whatever else is written in it. */
function dataOf(wav: Uint8Array): Uint8Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  for (let at = 12; at + 8 <= wav.length;) {
    const size = view.getUint32(at + 4, true);
    const name = String.fromCharCode(...wav.subarray(at, at + 4));
    // Tools that cannot go back leave the length open.
    if (name === 'data') return wav.subarray(at + 8, Math.min(wav.length, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return new Uint8Array();
}

/** The middle of the quietest stretch between two places. */
function quietest(samples: Int16Array, from: number, to: number): number {
  const width = Math.round(QUIET * RATE);
  const levels = samples.subarray(from, to);
  let best = { at: to, sum: Infinity };
  // Of several that are as quiet the last, so that pieces are few.
  for (let at = 0; at + width <= levels.length; at += width / 2) {
    let sum = 0;
    for (let each = at; each < at + width; each += 1) sum += Math.abs(levels[each] ?? 0);
    if (sum <= best.sum) best = { at: from + at + width / 2, sum };
  }
  return best.at;
}

function wavOf(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const size = samples.length * 2;
  const bytes = new Uint8Array(HEAD + size);
  const view = new DataView(bytes.buffer);
  const text = (at: number, name: string): void => bytes.set(new TextEncoder().encode(name), at);
  text(0, 'RIFF');
  view.setUint32(4, HEAD - 8 + size, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, size, true);
  bytes.set(new Uint8Array(samples.buffer, samples.byteOffset, size), HEAD);
  return bytes;
}
