// The numbers by which Chinese tax offices know who an invoice is for, and how mistyped ones are found.

/** Letters of the unified social credit code in the order of their values (GB 32100): I, O, S, V and Z are left out. */
const CREDIT_LETTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY';
/** Kind of body and of authority, region, organisation, check character. */
const CREDIT_CODE = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;
/** Region, then the code of the organisation with its own check character: in use before 2015. */
const OLD_NUMBER = /^\d{6}[0-9A-Z]{8}[0-9X]$/;
/** The number of an identity card, which sole traders have; the tax office may have added two digits. */
const IDENTITY = /^(\d{6}(?:19|20)\d{9}[\dX])(\d{2})?$/;

const ORGANISATION_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2];

/** As it is printed: without spaces and hyphens, in capitals. */
export function tidyTaxNumber(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase();
}

/**
 * Whether a text is a taxpayer's number: a unified social credit code, a number from before 2015, or that of an identity
 * card, each with its right check character.
 * @param text from {@link tidyTaxNumber}
 */
export function isTaxNumber(text: string): boolean {
  if (text.length === 15) return OLD_NUMBER.test(text) && isOrganisation(text.slice(6));
  if (text.length === 18 && CREDIT_CODE.test(text) && isCreditCode(text)) return true;
  const [, identity] = IDENTITY.exec(text) ?? [];
  return identity !== undefined && isIdentity(identity);
}

function isCreditCode(code: string): boolean {
  const values = [...code].map((letter) => CREDIT_LETTERS.indexOf(letter));
  // The weights are the powers of 3, of which only the remainder counts.
  let [sum, weight] = [0, 1];
  for (const value of values.slice(0, -1)) {
    sum += value * weight;
    weight = (weight * 3) % 31;
  }
  return values.at(-1) === (31 - (sum % 31)) % 31;
}

/** GB 11714. */
function isOrganisation(code: string): boolean {
  const sum = ORGANISATION_WEIGHTS.reduce((total, weight, at) => total + weight * parseInt(code[at] ?? '', 36), 0);
  return code.at(-1) === '0123456789X'[(11 - (sum % 11)) % 11];
}

/** GB 11643: a day that exists, and the check character. */
function isIdentity(number: string): boolean {
  const day = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return false;
  const sum = [...number.slice(0, 17)].reduce((total, digit, at) => total + Number(digit) * (2 ** (17 - at) % 11), 0);
  return number.at(-1) === '10X98765432'[sum % 11];
}
