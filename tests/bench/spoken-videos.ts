import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { say } from '#tests/fixtures/words/spoken-sound.ts';

const FONT = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
const SECONDS = 5;
const WARES = ['水壶', '茶杯', '雨伞', '背包', '台灯', '风扇', '毛巾', '地毯', '音箱', '耳机'];
const CLAIMS = [
  '全国包邮',
  '三十秒烧开',
  '握着不烫',
  '买二送一',
  '十年不坏',
  '老少都爱',
  '轻便好收',
  '库存不多',
  '洗不褪色',
  '看书不伤眼',
];

/** Draws different small videos, each with a Chinese line that is shown and spoken. @returns their paths, 100 at most */
export function drawSpokenVideos(folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const text = `${WARES[at % 10]}${CLAIMS[Math.floor(at / 10) % 10]}`;
    const sound = new Float32Array(SECONDS * RATE);
    sound.set(say(text, { language: 'zh-CN', pitch: 30 + (at % 40) }).subarray(0, 4 * RATE), 0.3 * RATE);
    const wav = join(folder, `${at}.wav`);
    writeFileSync(wav, wavOf(sound));
    const path = join(folder, `${at}.mp4`);
    const line = `drawtext=fontfile=${FONT}:text=${text}:fontsize=h/10:fontcolor=white:borderw=3:x=(w-tw)/2:y=h*0.8`;
    const picture = `gradients=s=320x180:r=15:d=${SECONDS}:seed=${at + 1}:speed=0.02,${line}:enable='between(t,0.2,4.5)'`;
    const made = spawnSync('ffmpeg', [
      ...['-nostdin', '-v', 'error', '-y', '-f', 'lavfi', '-i', picture, '-i', wav],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '30', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path],
    ]);
    assert.equal(made.status, 0, String(made.stderr));
    return path;
  });
}
