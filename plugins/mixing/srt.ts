import type { CaptionEvent } from './captions.ts';
import { fail } from '#core/contract/errors.ts';

const TIMING = /^(\d{1,3}):(\d{2}):(\d{2})[,.](\d{1,3})\s*-->\s*(\d{1,3}):(\d{2}):(\d{2})[,.](\d{1,3})/;

function secondsOf(parts: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(fraction.padEnd(3, '0')) / 1000;
}

/**
 * Reads SRT subtitles: with or without numbers, any line ends, styling tags dropped.
 * @param file the name for messages
 * @throws expected `mixing:srt-invalid` that names the first wrong line, `mixing:srt-empty` without any
 */
export function parseSrt(source: string, file: string): CaptionEvent[] {
  const lines = source.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const events: CaptionEvent[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]?.trim() ?? '';
    const next = lines[at + 1]?.trim() ?? '';
    if (line === '' || (/^\d+$/.test(line) && TIMING.test(next))) {
      at++;
      continue;
    }
    const timing = TIMING.exec(line);
    if (timing === null) {
      const number = /^\d+$/.test(line) && next !== '';
      fail('mixing:srt-invalid', { file, line: at + (number ? 2 : 1) }, { kind: 'invalid' });
    }
    const text: string[] = [];
    at++;
    while (at < lines.length && lines[at]?.trim() !== '') {
      text.push((lines[at] ?? '').replace(/<[^>]*>|\{\\[^}]*\}/g, '').trim());
      at++;
    }
    const caption = text.join('\n').trim();
    if (caption !== '') {
      events.push({ start: secondsOf(timing.slice(1, 5)), end: secondsOf(timing.slice(5, 9)), text: caption });
    }
  }
  if (events.length === 0) {
    fail('mixing:srt-empty', { file }, { kind: 'invalid' });
  }
  return events;
}
