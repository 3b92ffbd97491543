import { strFromU8, unzipSync } from 'fflate';

/** All that the sheets of a workbook say, as it is written there. */
export function readWorkbook(bytes: Uint8Array): string {
  const files = unzipSync(bytes);
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, content]) => strFromU8(content))
    .join('\n');
}
