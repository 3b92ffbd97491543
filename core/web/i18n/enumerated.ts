/** Several names as one enumeration in the user's language: “A, B and C”, “A、B和C”. */
export function enumerated(names: readonly string[], { language }: { readonly language: string }): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
