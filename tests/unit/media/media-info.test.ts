import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mediaInfoOf, probeOutputSchema } from '#core/server/services/media/media-info.ts';

function infoOf(streams: unknown[], format: object = {}) {
  return mediaInfoOf(probeOutputSchema.parse({ streams, format: { format_name: 'mov,mp4', ...format } }));
}

const video = { index: 0, codec_type: 'video', codec_name: 'h264', width: 1920, height: 1080 };

test('a phone picture lying on its side is described as it is seen', () => {
  const { video: seen } = infoOf([{ ...video, side_data_list: [{}, { rotation: -90 }] }]);
  assert.deepEqual([seen?.rotation, seen?.displayWidth, seen?.displayHeight], [90, 1080, 1920]);
});

test('the old rotate tag counts where there is no display matrix', () => {
  assert.equal(infoOf([{ ...video, tags: { rotate: '270' } }]).video?.rotation, 270);
});

test('pixels that are not square widen the picture as it is seen', () => {
  const { video: seen } = infoOf([{ ...video, width: 640, height: 360, sample_aspect_ratio: '2:1' }]);
  assert.deepEqual([seen?.width, seen?.displayWidth, seen?.displayHeight], [640, 1280, 360]);
});

test('fields that are missing or nonsense become null, never NaN', () => {
  const info = infoOf(
    [{ ...video, avg_frame_rate: '0/0', r_frame_rate: 'x', duration: 'N/A', nb_frames: 'N/A', color_space: 'unknown' }],
    { duration: 'N/A' },
  );
  assert.deepEqual(
    [
      info.duration,
      info.video?.duration,
      info.video?.averageRate,
      info.video?.baseRate,
      info.video?.frames,
      info.video?.colorSpace,
    ],
    [null, null, null, null, null, null],
  );
});

test('PQ and HLG are HDR, and a j pixel format is full range', () => {
  assert.equal(infoOf([{ ...video, color_transfer: 'smpte2084' }]).video?.hdr, true);
  assert.equal(infoOf([{ ...video, color_transfer: 'arib-std-b67' }]).video?.hdr, true);
  assert.equal(infoOf([{ ...video, color_transfer: 'bt709' }]).video?.hdr, false);
  assert.equal(infoOf([{ ...video, pix_fmt: 'yuvj420p' }]).video?.colorRange, 'pc');
});

test('a cover picture is no video, and the default sound is taken', () => {
  const info = infoOf([
    { ...video, disposition: { attached_pic: 1 } },
    { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 6, sample_rate: '48000' },
    {
      index: 2,
      codec_type: 'audio',
      codec_name: 'aac',
      channels: 2,
      sample_rate: '44100',
      disposition: { default: 1 },
    },
  ]);
  assert.equal(info.video, null);
  assert.deepEqual([info.audio?.index, info.audio?.sampleRate], [2, 44100]);
});

test('a length that Matroska keeps in a tag is read', () => {
  assert.equal(infoOf([{ ...video, tags: { DURATION: '00:01:03.500000000' } }]).video?.duration, 63.5);
});
