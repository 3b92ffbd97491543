import { runInAction } from 'mobx';

import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import { findCaptionFonts, MAX_ASKED_CHARACTERS, readCaptionFont } from '#plugins/mixing/calls.ts';
import { faceKey, type CaptionFonts } from '#plugins/mixing/web/preview/caption-fonts.ts';
import { pageFonts, type FontShelf } from './font-shelf.ts';

type Face = Pick<CaptionStyle, 'font' | 'bold'>;

/** The fonts that the videos are drawn with, as far as the project's texts need them. Observable. */
export class PreviewFonts {
  loaded: CaptionFonts = {};
  /** Characters that are drawn with a font of this device, and the font that the videos draw them with. */
  kept: ReadonlyMap<string, string> = new Map();

  readonly #asked = new Map<string, Set<string>>();
  /** Families by face, in the order in which they are tried. */
  readonly #families = new Map<string, Set<string>>();
  readonly #parts = new Map<string, Promise<void>>();

  constructor(
    private readonly scope: Scope,
    private readonly http: Pick<Http, 'call'>,
    private readonly shelf: FontShelf | null = pageFonts(),
  ) {
    observableStore(this);
  }

  /** Fetches what these texts need and is not there yet. */
  want(styled: ReadonlyArray<{ style: Face; texts: readonly string[] }>): void {
    if (this.shelf === null) return;
    for (const { style, texts } of styled) void this.fetchFor(style, texts);
  }

  private async fetchFor({ font, bold }: Face, texts: readonly string[]): Promise<void> {
    if (texts.every((text) => text.trim() === '')) return;
    const key = faceKey({ font, bold });
    const asked = this.#asked.get(key) ?? new Set();
    this.#asked.set(key, asked);
    // A line is measured by the font that has the space.
    const fresh = [...new Set(` ${texts.join('')}`)].filter((one) => !asked.has(one) && !/\p{Cc}|\p{Cs}/u.test(one));
    for (let at = 0; at < fresh.length; at += MAX_ASKED_CHARACTERS) {
      const characters = fresh.slice(at, at + MAX_ASKED_CHARACTERS);
      for (const one of characters) asked.add(one);
      try {
        await this.fetchFaces(key, { font, bold }, characters.join(''));
      } catch {
        if (this.scope.disposed) return;
        // The next change tries again.
        for (const one of characters) asked.delete(one);
        this.keep(characters.map((one) => [one, font]));
      }
    }
  }

  private async fetchFaces(key: string, { font, bold }: Face, characters: string): Promise<void> {
    const { signal } = this.scope;
    const body = { font, bold, characters };
    const { faces, kept } = await this.http.call(findCaptionFonts, { body }, { signal, handlesErrors: true });
    const families = this.#families.get(key) ?? new Set();
    this.#families.set(key, families);
    for (const { id, weight, parts } of faces) {
      const family = `reelport-${id}`;
      families.add(family);
      await Promise.all(parts.map((part) => this.fetchPart(family, String(weight), part)));
    }
    runInAction(() => {
      const had = this.loaded[key]?.characters ?? 0;
      const now = { families: [...families].join(', '), characters: had + [...characters].length };
      if (families.size > 0) this.loaded = { ...this.loaded, [key]: now };
      const served = new Set(characters);
      this.kept = new Map([...this.kept].filter(([one]) => !served.has(one)));
      this.keep(kept.flatMap(({ name, characters: drawn }) => [...drawn].map((one) => [one, name] as const)));
    });
  }

  private fetchPart(family: string, weight: string, { id, ranges }: { id: string; ranges: string }): Promise<void> {
    const key = `${family} ${id}`;
    const { scope, shelf, http } = this;
    const fetching =
      this.#parts.get(key) ??
      (async () => {
        const options = { signal: scope.signal, handlesErrors: true };
        const { font } = await http.call(readCaptionFont, { params: { id } }, options);
        const remove = await shelf?.add(family, font, { weight, unicodeRange: ranges });
        if (remove !== undefined) scope.own(remove);
      })();
    this.#parts.set(key, fetching);
    fetching.catch(() => this.#parts.delete(key));
    return fetching;
  }

  private keep(characters: ReadonlyArray<readonly [string, string]>): void {
    this.kept = new Map([...this.kept, ...characters.filter(([one]) => one.trim() !== '')]);
  }
}
