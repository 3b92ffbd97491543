/**
 * Reads what the recogniser has said of a line: at each step how likely each letter is, the first being none. The same
 * letter at steps that follow each other is one letter.
 * @param letters by their index, the first one standing for none
 * @returns the text, and how sure its letters are on average, 0 to 1
 */
export function readLetters(
  said: Float32Array,
  steps: number,
  letters: readonly string[],
): { text: string; confidence: number } {
  const count = said.length / steps;
  let [text, sum, read, last] = ['', 0, 0, 0];
  for (let step = 0; step < steps; step++) {
    let [best, likely] = [0, -1];
    for (let letter = 0, at = step * count; letter < count; letter++, at++) {
      const value = said[at] ?? 0;
      if (value > likely) [best, likely] = [letter, value];
    }
    if (best !== 0 && best !== last) {
      text += letters[best] ?? '';
      sum += likely;
      read += 1;
    }
    last = best;
  }
  return { text, confidence: read === 0 ? 0 : sum / read };
}
