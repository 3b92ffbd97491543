/** `12 %`, of a fraction. */
export function percent(value: number): string {
  return `${Math.round(value * 100)} %`;
}
