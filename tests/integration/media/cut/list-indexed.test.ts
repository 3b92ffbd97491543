import assert from 'node:assert/strict';
import { test } from 'node:test';

import { listIndexed, listPictures } from '#core/server/services/media/cut/list-indexed.ts';
import { listPackets } from '#core/server/services/media/cut/list-packets.ts';

import { makeClip, realRunner, temporaryFolder } from '../media-kit.ts';

const folder = await temporaryFolder();
const runner = await realRunner(folder);

const FILM = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=2'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=2'];
const UNEVEN = ['-vf', "settb=1/600,setpts='PTS+mod(N,3)*2'", '-enc_time_base', '1:600', '-fps_mode', 'passthrough'];
const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-bf', '3', '-g', '20'];
const listed = (path: string, stream: number) => listPackets(runner, { path, name: 'clip', stream });

for (const [what, stream, ...args] of [
  ['stored in another order than they are shown', 0, ...FILM, ...H264, 'pyramid.mp4'],
  ['stored in the order in which they are shown', 0, ...FILM, ...H264, '-bf', '0', 'phone.mp4'],
  ['behind the sound', 1, ...SOUND, ...FILM, '-map', '0', '-map', '1', ...H264, '-c:a', 'aac', 'sound.mp4'],
  ['of which each is a key frame', 0, ...FILM, '-c:v', 'mjpeg', 'keys.mov'],
] as const) {
  test(`the index of an MP4 is read as ffprobe reads it: pictures ${what}`, async () => {
    const path = await makeClip(runner, folder, ...args);
    const found = await listIndexed(path, stream);
    const { packets, scale, end } = await listed(path, stream);
    assert.deepEqual([found?.packets, found?.scale, found?.end], [packets, scale, end]);
  });
}

const whole = await makeClip(runner, folder, ...FILM, ...H264, 'whole.mp4');
for (const [what, stream, ...args] of [
  ['Matroska', 0, ...FILM, ...H264, 'film.mkv'],
  ['fragments', 0, ...FILM, ...H264, '-movflags', 'frag_keyframe+empty_moov', 'fragments.mp4'],
  ['pictures of different lengths', 0, ...FILM, ...UNEVEN, ...H264, 'uneven.mp4'],
  ['pictures that are not played', 0, '-ss', '0.5', '-i', `file:${whole}`, '-c', 'copy', 'trimmed.mp4'],
  ['a stream of sound', 1, ...FILM, ...SOUND, ...H264, '-c:a', 'aac', 'other.mp4'],
] as const) {
  test(`an index that has to be interpreted is left to ffprobe: ${what}`, async () => {
    const path = await makeClip(runner, folder, ...args);
    assert.equal(await listIndexed(path, stream), null);
    const { packets, scale, end } = await listed(path, stream);
    const found = await listPictures(runner, { path, name: 'clip', stream });
    assert.deepEqual([found.packets, found.scale, found.end], [packets, scale, end]);
  });
}
