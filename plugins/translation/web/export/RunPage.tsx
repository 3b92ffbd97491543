import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RunNote } from '#core/web/runs/RunNote.tsx';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { KeptNote } from '#core/web/tools/KeptNote.tsx';
import { tellCopied } from '#core/web/tools/tell-copied.ts';

import { exportFactsSchema, exportRunFactsSchema, exportSettingsSchema } from '#plugins/translation/export-settings.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { EXPORTS_AT } from './addresses.ts';

/** A run: how far each language is, and its videos, which are in the library once all are made. */
export default observer(function RunPage() {
  const t = useText();
  const nameOf = useLanguageName();
  const title = t('translation:export.video');
  return (
    <BatchRunPage
      at={{ page: '/video/translation/record', run: EXPORTS_AT.run }}
      title={title}
      icon="captions"
      look={{
        back: (run) => ({ to: backTo(run), title }),
        others: { to: EXPORTS_AT.run, of: (run) => exportSettingsSchema.safeParse(run.settings).data?.project ?? '' },
        facts: (item) => factsOf(item, nameOf),
        notes: (run) => <Notes run={run} />,
        details: (item) => <Details item={item} />,
        keptElsewhere: (run) => keptBy(run).kept,
      }}
    />
  );
});

/** Which languages a video has, its size and how long it is. */
function factsOf({ facts }: ToolItem, nameOf: (tag: string) => string): string[] {
  const video = exportFactsSchema.safeParse(facts).data;
  if (video === undefined) return [];
  const { languages, width, height, seconds } = video;
  return [languages.map(nameOf).join(' + '), `${width} × ${height}`, `${seconds.toFixed(1)} s`];
}

function backTo({ settings }: ToolRun): string {
  const { project } = exportSettingsSchema.safeParse(settings).data ?? {};
  return project === undefined ? '/video/translation/record' : EXPORTS_AT.page(project);
}

const keptBy = ({ facts }: ToolRun) => exportRunFactsSchema.safeParse(facts).data ?? { folderId: null, kept: 0 };

/** Which lines the videos have, and where they are once all are made. */
const Notes = observer(function Notes({ run }: { run: ToolRun }) {
  const t = useText();
  const i18n = useService(I18N);
  const { folderId, kept } = keptBy(run);
  return (
    <>
      <RunNote kind="info">
        <p>{t('translation:export.as-of', { time: i18n.time(run.createdAt) })}</p>
      </RunNote>
      {kept > 0 && (
        <KeptNote count={kept} to={folderId === null ? '/material/list' : `/material/list?folder=${folderId}`} />
      )}
    </>
  );
});

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
