import { pinyin } from 'pinyin-pro';

const HAN = /^\p{Script=Han}$/u;

/** Compares Chinese letters by how they are read, which is asked once for each. */
export function chineseSounds(): (one: string, other: string) => boolean {
  const known = new Map<string, readonly string[]>();
  const readingsOf = (letter: string): readonly string[] => {
    const readings = known.get(letter) ?? pinyin(letter, { multiple: true, type: 'array' });
    known.set(letter, readings);
    return readings;
  };
  return (one, other) =>
    HAN.test(one) && HAN.test(other) && readingsOf(one).some((reading) => readingsOf(other).includes(reading));
}
