import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { KeptNote } from '#core/web/tools/KeptNote.tsx';
import { tellCopied } from '#core/web/tools/tell-copied.ts';

import { exportFactsSchema, exportRunFactsSchema, exportSettingsSchema } from '#plugins/translation/export-settings.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { EXPORTS_AT } from './addresses.ts';

/** A run: how far each language is, and its videos, which are in the library once all are made. */
export default observer(function RunPage() {
  const t = useText();
  const title = t('translation:export.video');
  return (
    <BatchRunPage
      at={{ page: '/video/translation/record', run: EXPORTS_AT.run }}
      title={title}
      icon="captions"
      look={{
        back: (run) => ({ to: backTo(run), title }),
        others: { to: EXPORTS_AT.run, of: (run) => exportSettingsSchema.safeParse(run.settings).data?.project ?? '' },
        notes: noteOf,
        details: (item) => <Details item={item} />,
      }}
    />
  );
});

function backTo({ settings }: ToolRun): string {
  const { project } = exportSettingsSchema.safeParse(settings).data ?? {};
  return project === undefined ? '/video/translation/record' : EXPORTS_AT.page(project);
}

function noteOf({ facts }: ToolRun) {
  const { folderId, kept } = exportRunFactsSchema.safeParse(facts).data ?? { folderId: null, kept: 0 };
  if (kept === 0) return null;
  return <KeptNote count={kept} to={folderId === null ? '/material/list' : `/material/list?folder=${folderId}`} />;
}

/** Which languages a video has and how, and how much of its picture was encoded again. */
const Details = observer(function Details({ item }: { item: ToolItem }) {
  const t = useText();
  const nameOf = useLanguageName();
  const video = exportFactsSchema.safeParse(item.facts).data;
  if (video === undefined) return null;
  const { languages, second, form, lines, burned } = video;
  const named = [...languages, ...(second === null ? [] : [second])].map(nameOf).join(' + ');
  const told = t('translation:export.facts', { languages: named, count: lines });
  if (burned === null) return <p>{`${told}${t('translation:export.facts-soft')}`}</p>;
  const { changed = 0, last } = burned;
  const seen = t('translation:export.facts-burned', { changed, count: last });
  return <p>{`${told}${seen}${tellCopied(t, burned)}${form === 'both' ? t('translation:export.facts-both') : ''}`}</p>;
});
