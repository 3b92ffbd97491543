const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes as a person reads them: `9.85 GB`, three digits at most. The same in every language. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1) return '0 B';
  const step = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** step;
  const digits = step === 0 || amount >= 100 ? 0 : amount >= 10 ? 1 : 2;
  return `${Number(amount.toFixed(digits))} ${UNITS[step] ?? 'PB'}`;
}
