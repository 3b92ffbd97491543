/** `138****8000`: enough to be recognised by its owner. */
export function maskMobile(mobile: string): string {
  return mobile.length < 8 ? mobile : `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}
