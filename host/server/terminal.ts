import type { MessageLanguage } from '#core/server/ground/messages.ts';

/** A terminal shared by lines and one progress line. */
export interface Terminal {
  print(line: string): void;
  showProgress(label: string, done: number, secondsLeft: number | null): void;
  /** Leaves the cursor at the start of a new line. */
  end(): void;
}

const WIDTH = 30;

function remaining(seconds: number, language: MessageLanguage): string {
  const minutes = Math.floor(seconds / 60);
  const rest = Math.round(seconds % 60);
  return language === 'zh'
    ? `剩余${minutes > 0 ? ` ${minutes} 分` : ''} ${rest} 秒`
    : `${minutes > 0 ? `${minutes} min ` : ''}${rest} s left`;
}

/** Draws on a stream; when that is not a terminal, progress prints a line every tenth. */
export function createTerminal(
  stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  language: MessageLanguage,
): Terminal {
  let drawn = '';
  let lastTenth = '';
  const clear = () => {
    if (drawn !== '') {
      stream.write('\r\u001b[K');
      drawn = '';
    }
  };
  return {
    print(line) {
      clear();
      stream.write(`${line}\n`);
    },
    showProgress(label, done, secondsLeft) {
      const share = Math.min(1, Math.max(0, done));
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
      const left = secondsLeft === null || share >= 1 ? '' : `  ${remaining(secondsLeft, language)}`;
      if (!stream.isTTY) {
        const tenth = `${label} ${Math.floor(share * 10)}`;
        if (tenth !== lastTenth) {
          lastTenth = tenth;
          stream.write(`${label} ${percent}${left}\n`);
        }
        return;
      }
      const full = Math.round(share * WIDTH);
      const line = `${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}${left}`;
      if (line !== drawn) {
        stream.write(`\r${line}\u001b[K`);
        drawn = line;
      }
    },
    end() {
      if (drawn !== '') {
        stream.write('\n');
        drawn = '';
      }
    },
  };
}
