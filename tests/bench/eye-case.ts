import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { DrawnText } from '#tests/fixtures/eye/drawn-text.ts';

/** Real clips that may lie beside the checkout; they are no part of it. */
const REAL = fileURLToPath(new URL('../../../shared/clips/', import.meta.url));
const CLIPS = ['doorknob-hd-no-bar.mp4', 'video-h265.mp4', 'chair-19-sd-bar.mp4', 'video.mp4', 'cursed-vfr.mp4'];

/** Seconds of the case. */
export const SECONDS = 60;

export const CHINESE = [
  '今天给大家带来一款厨房神器',
  '只要轻轻一按就能自动出料',
  '再也不用担心油烟弄脏双手',
  '三秒加热，随时喝上热水',
  '采用食品级304不锈钢材质',
  '整机防水，放心冲洗',
  '现在下单立减50元',
  '前一百名还送精美礼盒',
  '七天无理由退换，全国包邮',
  '点击下方链接马上抢购',
  '这个颜色真的太好看了',
  '我已经回购第三次了',
  '适合小户型，不占地方',
  '早晚各用一次，坚持一个月',
  '每一件都经过严格质检',
  '海外仓直发，五到七天送达',
  '评论区告诉我你想要的款式',
];
export const ENGLISH = [
  'This little gadget saves me an hour a day',
  'Just press once and it does the rest',
  'Waterproof, dustproof, and easy to clean',
  'Made of 304 stainless steel',
  'Order today and get 20% off',
  'Free shipping to over 30 countries',
  'Tap the link below before it sells out',
  'I have been using it for three months',
  'Works with any standard outlet',
  'Comes in black, white and rose gold',
  'Tell me your favorite color in the comments',
  'Thirty day money back guarantee',
];

/** Whether the case is made of real footage here. */
export const hasRealFootage = (): boolean => CLIPS.every((clip) => existsSync(join(REAL, clip)));

/** What is behind the texts: real footage cut together, else a moving pattern. */
export function footage(width: number, height: number): { behind: string[]; filter?: string } {
  if (!hasRealFootage()) return { behind: ['-f', 'lavfi', '-i', `testsrc2=s=${width}x${height}:r=30`] };
  const scale = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},setsar=1,fps=30`;
  const each = SECONDS / CLIPS.length;
  const parts = CLIPS.map(
    (_, at) => `[${at}:v]${scale},trim=duration=${each},setpts=PTS-STARTPTS,format=yuv420p[v${at}]`,
  );
  const joined = `${CLIPS.map((_, at) => `[v${at}]`).join('')}concat=n=${CLIPS.length}:v=1`;
  return {
    behind: CLIPS.flatMap((clip) => ['-stream_loop', '-1', '-i', join(REAL, clip)]),
    filter: [...parts, joined].join(';'),
  };
}

/** Subtitles without a pause, alternating languages, titles above them, and a text that crosses the picture. */
export function caseTexts(width: number, height: number): DrawnText[] {
  const texts: DrawnText[] = [];
  let at = 0.4;
  for (let number = 0; at < SECONDS - 2.5; number++) {
    const isChinese = number % 2 === 0;
    const list = isChinese ? CHINESE : ENGLISH;
    const text = list[(number >> 1) % list.length] ?? '';
    const lasts = 1.2 + ((number * 7) % 10) / 8;
    texts.push({ from: round(at), to: round(at + lasts), text, y: height * 0.92 });
    at += lasts + (number % 5 === 4 ? 0.7 : 0);
  }
  const size = Math.round(height / 14);
  for (const [index, text] of ['新品首发', '限时特惠', 'NEW ARRIVAL', '买一送一'].entries()) {
    const [from, x] = [3 + index * 14, width * (index % 2 === 0 ? 0.2 : 0.78)];
    texts.push({ from, to: from + 6, text, x, y: height * (0.18 + 0.05 * index), size, colour: 'ffd84a' });
  }
  texts.push({
    from: 20,
    to: 25,
    text: '关注我们',
    x: width * 0.15,
    toX: width * 0.85,
    y: height * 0.5,
    toY: height * 0.4,
  });
  return texts;
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100;
