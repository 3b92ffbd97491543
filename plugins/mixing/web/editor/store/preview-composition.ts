import type { CaptionTrack } from '#plugins/mixing/captions.ts';
import { pictureOf } from '#core/contract/picture.ts';

import type { MixPreview } from '#plugins/mixing/calls.ts';
import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';
import type { CaptionFonts } from '#plugins/mixing/web/preview/caption-fonts.ts';
import type { PreviewComposition, PreviewEffect, PreviewShot } from '#plugins/mixing/web/preview/preview-engine.ts';

/** Where a combination's bytes are. */
export interface PreviewFiles {
  /** The address of a material; undefined where it is not known. */
  urlOf(material: string): string | undefined;
  /** The spoken dubbing; null while there is none. */
  voice: string | null;
  /** The fonts of the videos. */
  fonts: CaptionFonts;
  /** How an effect is drawn; null for none. */
  effectOf(chosen: MixGroup['effect']): PreviewEffect | null;
}

/**
 * What the browser's engine plays for a planned combination.
 * @returns null while the address of a shot's material is not known
 */
export function compositionOf(
  project: MixProject,
  preview: MixPreview,
  { urlOf, voice, fonts, effectOf }: PreviewFiles,
): PreviewComposition | null {
  const shots: PreviewShot[] = [];
  for (const { group: id, material, window, frames, blendAfter } of preview.shots) {
    const group = project.groups.find((one) => one.id === id);
    const url = urlOf(material);
    if (group === undefined || url === undefined) return null;
    const { transition, speed, mirror, keepSound, text, effect } = group;
    shots.push({
      ...{ url, window, frames, blendAfter, speed, mirror, keepSound, text },
      ...{ transition: transition?.kind ?? null, effect: effectOf(effect) },
    });
  }
  if (shots.length === 0) return null;
  const { music, dubbing } = project;
  const musicUrl = music === null ? undefined : urlOf(music.material);
  return {
    picture: pictureOf(project.ratio, project.resolution),
    fit: project.fit,
    shots,
    evenSound: project.evenSound,
    textStyle: project.textStyle,
    captions: captionsOf(project, preview.title),
    fonts,
    music: music === null || musicUrl === undefined ? null : { ...music, url: musicUrl },
    voice: dubbing === null || voice === null ? null : { url: voice, volume: dubbing.volume },
  };
}

function captionsOf({ titles, subtitles }: MixProject, title: string | null): CaptionTrack[] {
  const tracks: CaptionTrack[] = [];
  if (subtitles !== null) tracks.push({ style: subtitles.style, events: subtitles.cues });
  if (titles !== null && title !== null) {
    tracks.push({ style: titles.style, events: [{ start: 0, end: titles.seconds, text: title }] });
  }
  return tracks;
}
