import { decodeSound } from './decode-sound.ts';
import { mixSound, SAMPLE_RATE, type PlacedStereo, type Stereo } from './mix-sound.ts';
import type { MaterialShelf } from './open-material.ts';
import type { PreviewComposition } from './preview-engine.ts';
import { stretchSound } from '#plugins/mixing/stretch-sound.ts';
import type { Timeline } from './timeline.ts';

/** Decodes and mixes all sounds of a composition. */
export async function composeSound(
  shelf: MaterialShelf,
  composition: PreviewComposition,
  timeline: Timeline,
  signal: AbortSignal,
): Promise<Stereo> {
  const { picture, shots, music, voice } = composition;
  const moments = (frames: number) => Math.round((frames * SAMPLE_RATE) / picture.fps);
  const length = moments(timeline.frames);
  const placed: PlacedStereo[] = [];
  for (const [index, shot] of shots.entries()) {
    if (!shot.keepSound) continue;
    const seconds = (shot.frames / picture.fps) * shot.speed;
    const decoded = await decodeSound(await shelf.open(shot.url), shot.window.start, seconds, signal);
    const isLast = index === shots.length - 1;
    placed.push({
      sound: stretchSound(decoded, shot.speed),
      at: moments(timeline.starts[index] ?? 0),
      length: moments(shot.frames),
      volume: 1,
      fadeIn: moments(shots[index - 1]?.blendAfter ?? 0),
      fadeOut: isLast ? 0 : moments(shot.blendAfter),
      loops: false,
    });
  }
  const whole = async (url: string) => {
    const material = await shelf.open(url);
    return decodeSound(material, 0, Math.min(material.duration, length / SAMPLE_RATE), signal);
  };
  const fade = (seconds: number) => Math.min(length, Math.round(seconds * SAMPLE_RATE));
  const common = { at: 0, length };
  return mixSound({
    length,
    shots: placed,
    voice:
      voice === null
        ? null
        : { ...common, sound: await whole(voice.url), volume: voice.volume, fadeIn: 0, fadeOut: 0, loops: false },
    music:
      music === null
        ? null
        : {
            ...common,
            sound: await whole(music.url),
            volume: music.volume,
            fadeIn: fade(music.fadeIn),
            fadeOut: fade(music.fadeOut),
            loops: true,
          },
    duck: music?.duck === true,
    evens: composition.evenSound,
  });
}
