import type { MessageLanguage } from '#core/server/ground/messages.ts';

/** The language of the terminal that the process runs in: Chinese where its locale says so, else English. */
export function terminalLanguage(env: NodeJS.ProcessEnv = process.env): MessageLanguage {
  return /^zh/i.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '') ? 'zh' : 'en';
}
