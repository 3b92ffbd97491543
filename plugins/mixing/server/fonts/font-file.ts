import { readFile } from 'node:fs/promises';

import { Blob, Face } from 'harfbuzzjs';

import { LINE_PER_EM } from '#plugins/mixing/wrap-caption.ts';

/** One face of a font file. */
export interface FontFile {
  /** Its code points; none where the file is no OpenType. */
  codes: ReadonlySet<number>;
  /** 100 to 900. */
  weight: number;
  /** Whether its maker lets it be passed on, and in parts. */
  mayPassOn: boolean;
  /** A font with these code points only. @throws Error for a damaged file */
  cut(codes: readonly number[]): Uint8Array;
  /** Frees its memory. */
  close(): void;
}

// The types of browsers have it; those of Node.js do not.
declare const WebAssembly: {
  instantiate(program: Uint8Array): Promise<{ instance: { exports: unknown } }>;
};

/** What is used of HarfBuzz's subsetter, whose module declares no types. Numbers are addresses in its memory. */
interface Subsetter {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  malloc(size: number): number;
  free(at: number): void;
  hb_blob_create(at: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, member: number): void;
  hb_set_del(set: number, member: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

// From hb-blob.h and hb-subset.h.
const READONLY = 1;
const NO_HINTING = 1;
const LAYOUT_FEATURES = 6;

const tag = (name: string) => [...name].reduce((sum, letter) => (sum << 8) + letter.charCodeAt(0), 0);

// libass names no language, so a page in another one must not get other shapes.
const LOCALISED = tag('locl');

let loading: Promise<Subsetter> | undefined;

async function loadSubsetter(): Promise<Subsetter> {
  const program = await readFile(new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')));
  const { instance } = await WebAssembly.instantiate(program);
  // What a WebAssembly module exports has no type of its own.
  const subsetter = instance.exports as Subsetter;
  subsetter._initialize();
  return subsetter;
}

/** Opens one face of a font file. */
export async function openFontFile(path: string, index: number): Promise<FontFile> {
  loading ??= loadSubsetter();
  const [hb, bytes] = await Promise.all([loading, readFile(path)]);
  const read = new Face(new Blob(bytes), index);
  const at = hb.malloc(bytes.length);
  new Uint8Array(hb.memory.buffer).set(bytes, at);
  const windows = windowsMetrics(read.referenceTable('OS/2'));
  const blob = hb.hb_blob_create(at, bytes.length, READONLY, 0, 0);
  const face = hb.hb_face_create(blob, index);
  hb.hb_blob_destroy(blob);
  return {
    codes: new Set(read.collectUnicodes()),
    weight: windows?.weight ?? 400,
    mayPassOn: windows?.mayInstall ?? false,
    cut: (codes) => scaled(cut(hb, face, codes), windows === null ? 1 : (LINE_PER_EM * read.upem) / windows.height),
    close() {
      hb.hb_face_destroy(face);
      hb.free(at);
    },
  };
}

interface WindowsMetrics {
  weight: number;
  /** Fonts that anybody may install may be passed on. */
  mayInstall: boolean;
  /** Of a line, in units of the font. */
  height: number;
}

/** Reads the table `OS/2`; null for a font without a whole one. */
function windowsMetrics(table: Uint8Array | undefined): WindowsMetrics | null {
  if (table === undefined || table.length < 78) return null;
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  const height = view.getUint16(74) + view.getUint16(76);
  if (height === 0) return null;
  return { weight: Math.min(900, Math.max(100, view.getUint16(4))), mayInstall: view.getUint16(8) === 0, height };
}

/**
 * Makes a font larger in relation to its em. A size is the height of a line for libass, so each face of a text has
 * another em; browsers give them all the same. Fonts with cubic outlines say their scale twice and are left as they are.
 */
function scaled(font: Uint8Array, scale: number): Uint8Array {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const tables = new Map(
    Array.from({ length: view.getUint16(4) }, (_, at) => 12 + at * 16).map((at) => [
      String.fromCodePoint(...font.subarray(at, at + 4)),
      view.getUint32(at + 8),
    ]),
  );
  const head = tables.get('head');
  if (head === undefined || !tables.has('glyf')) return font;
  const perEm = Math.round(view.getUint16(head + 18) / scale);
  view.setUint16(head + 18, Math.min(16_384, Math.max(16, perEm)));
  return font;
}

function cut(hb: Subsetter, face: number, codes: readonly number[]): Uint8Array {
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_set_flags(input, NO_HINTING);
  hb.hb_set_del(hb.hb_subset_input_set(input, LAYOUT_FEATURES), LOCALISED);
  const wanted = hb.hb_subset_input_unicode_set(input);
  for (const code of codes) hb.hb_set_add(wanted, code);
  const subset = hb.hb_subset_or_fail(face, input);
  hb.hb_subset_input_destroy(input);
  if (subset === 0) throw new Error('HarfBuzz cannot cut this font');
  const blob = hb.hb_face_reference_blob(subset);
  const at = hb.hb_blob_get_data(blob, 0);
  // Its memory may have grown meanwhile, which detaches older views.
  const font = new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(blob));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(subset);
  return font;
}
