/**
 * The standard input of a program in blocks of so many bytes, one after the other, each of which is overwritten by the
 * next one; what is left over at the end is dropped.
 */
export async function* inputBlocks(bytes: number): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  for await (const piece of process.stdin) {
    const chunk = piece as Buffer;
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(block, filled, at, Math.min(chunk.length, at + bytes - filled));
      at += taken;
      filled += taken;
      if (filled < bytes) continue;
      yield block;
      filled = 0;
    }
  }
}
