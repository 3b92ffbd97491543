import { language, translate } from './launcher-texts.mjs';
import { languagesWithoutFont, RARE } from './missing-fonts.mjs';
import { runProgram } from './run-program.mjs';
import { setUp } from './set-up.mjs';
import { SERVER_TOOLS } from './set-up-tools.mjs';

const node = await setUp(SERVER_TOOLS, { web: true });
const lacking = languagesWithoutFont();
if (lacking.length > 0) {
  const languages = new Intl.ListFormat(language).format(lacking.map((tag) => RARE[tag]?.[language] ?? tag));
  console.log(translate('host:set-up.fonts', { languages }));
}
await runProgram(node, ['host/server/main.ts', 'start', ...process.argv.slice(2)], { tether: true });
