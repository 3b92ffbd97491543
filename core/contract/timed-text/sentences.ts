/**
 * What ends with a point but no sentence, in the languages whose sentences end with one; lower case. What is one letter
 * and a point, such as an initial, is never an end.
 */
const ABBREVIATIONS = new Set(
  // English
  (
    'mr mrs ms dr prof st jr sr vs etc inc ltd co corp no vol fig dept est approx min max tel ave blvd rd gen col lt sgt capt rev hon pres gov sen rep e.g i.e a.m p.m u.s u.k u.n ph.d b.a m.a ' +
    'jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun ' +
    // German
    'z.b d.h u.a usw bzw ca hr fr nr str evtl ggf inkl exkl zzgl mio mrd tsd vgl bspw ' +
    // French, Spanish, Portuguese, Italian
    'mme mlle m.me ex env av bd sra srta dra ud uds pág págs núm tel avda d.ª sig sig.ra dott ing avv ecc ' +
    // Dutch, Swedish, Norwegian, Polish, Czech, Turkish, Hungarian
    'bijv enz dhr mevr bl.a t.ex osv dvs f.eks np itd itp tzn ul tzv např atd vb vs doç dr.sc pl stb kb ' +
    // Russian, Ukrainian
    'т.е т.д т.п т.к г гг руб коп тыс млн млрд ул стр см рис напр ім грн вул'
  ).split(' '),
);
const CLOSED_END = /[。！？!?…؟۔।॥]["'”’」』）)\]】»]*$/u;

/** The word before the point at the end of a text, without what opens it. */
const LAST_WORD = /(?:^|[\s("“„«'‘\u00A0])((?:[\p{L}\p{M}]+\.)*[\p{L}\p{M}]+)\.$/u;

/**
 * The sentences of a text. A line break ends one. Points after abbreviations, initials and numbers of lists end none, and
 * what is quoted stays with its sentence.
 * @param language BCP 47 tag
 */
export function sentencesOf(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(known(language), { granularity: 'sentence' });
  return text.split('\n').flatMap((line) => {
    if (/^th\b/i.test(language)) return thaiSentences(line);
    const sentences: string[] = [];
    let isOpen = false;
    let carried = '';
    for (const { segment: raw } of segmenter.segment(line)) {
      // What opens a quotation belongs to what is quoted.
      const [opening = ''] = OPENING.exec(raw) ?? [];
      const segment = carried + raw.slice(0, raw.length - opening.length);
      carried = opening;
      if (segment === '') continue;
      const last = sentences.length - 1;
      if (isOpen || /^["'”’」』）)\]】»\s]+$/u.test(segment)) {
        if (last < 0) sentences.push(segment);
        else sentences[last] += segment;
      } else sentences.push(segment);
      isOpen = isGoingOn(sentences.at(-1) ?? '');
    }
    if (carried !== '') sentences.push(carried);
    return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '');
  });
}

/** Letters of Thai below which a part is no sentence of its own. */
const SHORTEST_THAI = 12;

/** Thai writes no points: a space ends a sentence or a part of one, but for those around signs and within numbers. */
function thaiSentences(line: string): string[] {
  const sentences: string[] = [];
  for (const part of line.trim().split(/(?<=[\u0E00-\u0E7F!?.])\s+(?![ๆฯ])(?=[\u0E00-\u0E7F"'“(])/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && (last.length < SHORTEST_THAI || part.length < SHORTEST_THAI)) {
      sentences[sentences.length - 1] = `${last} ${part}`;
    } else if (part !== '') sentences.push(part);
  }
  return sentences;
}

const OPENING = /[“‘„「『（《«]+$/u;
/** Letters at the end of a sentence that say whether it is one. */
const TAIL = 40;

/** Whether a sentence goes on behind what looks like its end. */
function isGoingOn(whole: string): boolean {
  const sentence = whole.trimEnd().slice(-TAIL);
  if (CLOSED_END.test(sentence)) return false;
  const [, word] = LAST_WORD.exec(sentence) ?? [];
  if (word === undefined) return /^\s*\d{1,3}\.$/.test(sentence);
  return ABBREVIATIONS.has(word.toLowerCase()) || /^\p{L}$/u.test(word);
}

/** The language itself where this browser or server knows it, else English. */
export function known(language: string): string {
  try {
    return Intl.Segmenter.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
