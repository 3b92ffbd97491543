import type { TextCue } from '#core/contract/text-cue.ts';
import type { DrawnText } from '#tests/fixtures/eye/drawn-text.ts';

/** What was read against what was drawn. A letter is a sign of Chinese, or a letter or digit; spaces do not count. */
export function judge(texts: readonly DrawnText[], cues: readonly TextCue[]) {
  const rest = [...cues];
  const tally = { zh: { letters: 0, wrong: 0 }, en: { letters: 0, wrong: 0 } };
  const [missing, edges]: [string[], number[]] = [[], []];
  for (const drawn of texts) {
    const wanted = lettersOf(drawn.text);
    const found = rest
      .filter((cue) => Math.min(cue.to, drawn.to) - Math.max(cue.from, drawn.from) > (drawn.to - drawn.from) / 2)
      .map((cue) => ({ cue, wrong: distance(wanted, lettersOf(cue.text)) }))
      .toSorted((a, b) => a.wrong - b.wrong)[0];
    const language = /\p{Script=Han}/u.test(drawn.text) ? tally.zh : tally.en;
    language.letters += wanted.length;
    language.wrong += Math.min(wanted.length, found?.wrong ?? wanted.length);
    if (found === undefined || found.wrong > wanted.length / 2) {
      missing.push(drawn.text);
      continue;
    }
    rest.splice(rest.indexOf(found.cue), 1);
    edges.push(Math.abs(found.cue.from - drawn.from), Math.abs(found.cue.to - drawn.to));
  }
  const besides = rest.map(({ text, from, to }) => `${text} (${from.toFixed(1)} to ${to.toFixed(1)})`);
  return { ...tally, missing, edges, besides, count: texts.length };
}

function lettersOf(text: string): string[] {
  return [...text.replaceAll(/[\s\p{P}]/gu, '').toLowerCase()];
}

/** How many letters have to be changed, added or left out. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
