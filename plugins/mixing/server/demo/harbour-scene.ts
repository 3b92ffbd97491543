import { seededRandom } from '../plan/random.ts';

/** Colours of a harbour at an hour of the day: two of the sky, one of the water. */
const HOURS = [
  ['0x1b2a49', '0xd98e5f', '0x14202f'],
  ['0x5fa8d3', '0xe9f1f7', '0x1d4e6b'],
  ['0x2b2d42', '0x8d99ae', '0x1a1c2c'],
  ['0xf2a65a', '0x772f1a', '0x3a1c14'],
  ['0x0b132b', '0x3a506b', '0x0a0f1f'],
  ['0xa8dadc', '0xf1faee', '0x457b9d'],
  ['0x3d2645', '0xda627d', '0x20132b'],
  ['0x606c38', '0xfefae0', '0x283618'],
  ['0x9d4edd', '0xffd6a5', '0x240046'],
  ['0x264653', '0xe9c46a', '0x122a33'],
] as const;

const CONTAINERS = [
  '0xe76f51',
  '0x2a9d8f',
  '0xe9c46a',
  '0x457b9d',
  '0xf4a261',
  '0x8ab17d',
  '0xb56576',
  '0x277da1',
] as const;

export interface HarbourSceneOptions {
  /** Pixels, even. */
  width: number;
  height: number;
  /** Frames a second, as ffmpeg writes it. */
  rate: string;
  seconds: number;
  /** Which light. */
  hour: number;
  /** Which place. */
  seed: number;
  /** Noise of the sensor, in grey levels; 0 for none. */
  grain: number;
}

/**
 * The ffmpeg graph of a drawn harbour: a still picture with sky, water, stacks of containers and cranes,
 * seen by a camera that pans, with containers that travel across. Each seed draws another place.
 */
export function harbourScene(options: HarbourSceneOptions): string {
  const { width, height, rate, seconds, hour, seed } = options;
  const { next } = seededRandom(seed);
  const between = (least: number, most: number) => least + next() * (most - least);
  const pick = (): string => CONTAINERS[Math.floor(next() * CONTAINERS.length)] ?? CONTAINERS[0];
  const even = (value: number) => 2 * Math.round(value / 2);
  const [top, bottom, water] = HOURS[hour % HOURS.length] ?? HOURS[0];
  const [across, down] = [even(width * 1.6), even(height * 1.25)];
  const horizon = between(0.35, 0.65);

  const box = (x: number, y: number, w: number, h: number, color: string) =>
    `drawbox=x=${Math.round(x * across)}:y=${Math.round(y * down)}:w=${Math.round(w * across)}:h=${Math.round(h * down)}:color=${color}:t=fill`;
  const boxes = [box(0, horizon, 1, 1 - horizon, water)];
  for (let wave = 0; wave < 14; wave++) {
    boxes.push(box(between(0, 0.9), between(horizon + 0.02, 0.98), between(0.05, 0.3), 0.004, `${bottom}@0.35`));
  }
  for (let stack = 0, stacks = between(5, 10); stack < stacks; stack++) {
    const [x, floor, w, h] = [between(0, 0.9), between(horizon, 0.95), between(0.08, 0.2), between(0.035, 0.08)];
    for (let tier = 0, tiers = between(1, 4); tier < tiers; tier++) {
      const color = pick();
      boxes.push(box(x, floor - (tier + 1) * h, w, h * 0.94, color));
      for (let rib = 1; rib < 7; rib++) {
        boxes.push(box(x + (w * rib) / 7, floor - (tier + 1) * h, 0.003, h * 0.94, '0x000000@0.25'));
      }
    }
  }
  for (let crane = 0, cranes = between(1, 3); crane < cranes; crane++) {
    const [mast, tall] = [between(0.1, 0.9), between(0.06, 0.2)];
    boxes.push(
      box(mast, tall, 0.018, horizon + 0.1 - tall, '0x22303c'),
      box(mast - between(0.1, 0.25), tall, 0.4, 0.016, '0x22303c'),
      box(mast + between(-0.1, 0.12), tall, 0.005, between(0.1, 0.2), '0x0d1318'),
    );
  }
  const swing = (speed: number, phase: number) => `(0.5+0.48*sin(t*${speed.toFixed(3)}+${phase.toFixed(3)}))`;
  const chains = [
    `gradients=size=${across}x${down}:rate=1:duration=1:c0=${top}:c1=${bottom}:n=2:x0=0:y0=0:x1=0:y1=${Math.round(down * horizon)}:speed=0.00001:seed=1,` +
      // The grain stays with the picture, so that a pan looks like a pan to the encoder as well.
      `${boxes.join(',')},noise=alls=22:all_seed=${seed},gblur=sigma=0.6,loop=loop=-1:size=1:start=0,` +
      `setpts=N/(${rate})/TB,fps=${rate},trim=duration=${seconds},` +
      `crop=${width}:${height}:x='(iw-ow)*${swing(between(0.3, 0.9), between(0, 6))}':y='(ih-oh)*${swing(between(0.2, 0.6), between(0, 6))}'[scene0]`,
  ];
  for (let moving = 0; moving < 2; moving++) {
    const [w, h] = [even(width * between(0.2, 0.42)), even(height * between(0.06, 0.14))];
    const [start, speed, y] = [between(0, 1.4), between(0.12, 0.4) * (moving === 0 ? 1 : -1), between(0.15, 0.8)];
    chains.push(
      `color=c=${pick()}:size=${w}x${h}:rate=${rate}:duration=${seconds},noise=alls=10:all_seed=${seed + moving}[box${moving}]`,
      `[scene${moving}][box${moving}]overlay=x='W*(mod(${start.toFixed(3)}+${speed.toFixed(3)}*t+1.5\\,1.5)-0.4)':y=${Math.round(y * height)}:shortest=1[scene${moving + 1}]`,
    );
  }
  chains.push(`[scene2]format=yuv420p${options.grain > 0 ? `,noise=c0s=${options.grain}:c0f=t+u` : ''}`);
  return chains.join(';');
}
