import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { Script } from 'node:vm';

import { BLIND_TO, SEEN } from '#plugins/mixing/certificate.ts';
import { renderCertificatePage } from '#plugins/mixing/server/certificate/certificate-page.ts';
import { PAGE_STYLE } from '#plugins/mixing/server/certificate/page/page-style.ts';

import { buildCertificate } from './build-certificate.ts';
import { certificateTexts } from './certificate-texts.ts';

const texts = certificateTexts();
const command = 'npm run mix -- "a b" --count 3 --seed 7';
const hostile = [
  '</script><script>alert(1)</script>.mp4',
  '<!-- <img src=x onerror=alert(1)>.mp4',
  '"\' & \u2028 #?%41 \u{1F3AC}.mp4',
];

function element(page: string, tag: string, at: number): string {
  const found = [...page.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))][at];
  return found?.[1] ?? assert.fail(`no ${tag} ${at}`);
}

function build(language: 'zh' | 'en' = 'zh') {
  const certificate = buildCertificate({ sizes: [3, 3, 3], count: 3, file: (index) => hostile[index] ?? '' });
  certificate.project = '</title><script>alert(2)</script>';
  return { certificate, page: renderCertificatePage(certificate, { language, texts, command }) };
}

test('names from outside stay data: nothing of them becomes markup', () => {
  const { certificate, page } = build();
  assert.equal(page.match(/<script/g)?.length, 2);
  assert.equal(page.match(/<\/script>/g)?.length, 2);
  for (const sign of ['alert(1)</', '<img', '<!--', '</title><']) assert.equal(page.includes(sign), false, sign);
  assert.deepEqual(JSON.parse(element(page, 'script', 0)), { certificate, texts, command, language: 'zh' });
});

test('the page loads nothing from elsewhere and runs its own script only', () => {
  const { page } = build('en');
  const outside = page.replace(element(page, 'script', 0), '');
  assert.equal(/https?:|\/\/[a-z]|@import|url\((?!#)/.test(outside.replaceAll(/^\s*\/\/.*$/gm, '')), false);
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  assert.ok(policy.includes("default-src 'none'"));
  assert.ok(policy.includes(`script-src ${digest(element(page, 'script', 1))}`));
  assert.ok(policy.includes(`style-src ${digest(element(page, 'style', 0))}`));
  assert.match(page, /<html lang="en">/);
});

test('its script is valid and never writes markup', () => {
  const script = element(build().page, 'script', 1);
  assert.doesNotThrow(() => new Script(script));
  assert.equal(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/.test(script), false);
});

test('each text that the page names is there in both languages, and none is left over', () => {
  const { page } = build();
  const body = page.replace(element(page, 'script', 0), '');
  const named = new Set([
    ...[...body.matchAll(/data-text="([\w-]+)"/g)].map((match) => match[1] ?? ''),
    ...[...body.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map((match) => match[1] ?? '').filter((word) => word in texts.zh),
  ]);
  for (const method of ['all', 'reed-solomon', 'linear', 'greedy', 'kept']) named.add(`method-${method}`);
  for (const name of SEEN) named.add(`seen-${name}`);
  for (const name of BLIND_TO) named.add(`blind-${name}`);
  assert.deepEqual([...named].sort(), Object.keys(texts.zh).sort());
  assert.deepEqual(Object.keys(texts.en).sort(), Object.keys(texts.zh).sort());
});

test('every text colour reaches 4.5 to 1 on every ground it stands on', () => {
  for (const theme of [/:root \{([^}]+)\}/, /:root\[data-theme='light'\] \{([^}]+)\}/]) {
    const rules = theme.exec(PAGE_STYLE)?.[1] ?? '';
    const colour = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(rules)?.[1] ?? assert.fail(name);
    for (const [text, ground] of [
      ...['text', 'quiet', 'signal', 'alarm'].flatMap((name) => ['water', 'deck', 'bay'].map((under) => [name, under])),
      ['faint', 'water'],
      ['faint', 'deck'],
      ['on-lamp', 'lamp'],
    ]) {
      const ratio = contrast(colour(text ?? ''), colour(ground ?? ''));
      assert.ok(ratio >= 4.5, `${text} on ${ground}: ${ratio.toFixed(2)}`);
    }
  }

  function contrast(a: string, b: string): number {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  }
  function luminance(hex: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const value = parseInt(hex.slice(at, at + 2), 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
});

test('900 outputs make a page of a few megabytes at most', () => {
  const certificate = buildCertificate({ sizes: new Array<number>(10).fill(5), count: 900, frames: 2 });
  assert.ok(renderCertificatePage(certificate, { language: 'en', texts, command }).length < 4e6);
});
