import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';

import type { Batch } from '#plugins/translation/calls.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { BatchStore } from './BatchStore.ts';
import { NextSteps } from './NextSteps.tsx';
import { countsText, shareOf } from './batch-words.ts';

/** How far each language is, and what can be done with what is finished. */
export const BatchLanguages = observer(function BatchLanguages({ batch }: { batch: Batch }) {
  return (
    <ul className="rp-batch-rows">
      {batch.languages.map((row) => (
        <Row key={row.language} row={row} canAccept={batch.state !== 'cancelled'} />
      ))}
    </ul>
  );
});

const Row = observer(function Row({ row, canAccept }: { row: Batch['languages'][number]; canAccept: boolean }) {
  const t = useText();
  const nameOf = useLanguageName();
  const store = useStore(BatchStore);
  const { language, counts, folderId } = row;
  const accept = usePluginCallback(() => store.accept(language));
  const told = countsText(t, counts);
  return (
    <li>
      <strong>{nameOf(language)}</strong>
      <ProgressBar value={shareOf(counts)} label={`${nameOf(language)}: ${told}`} />
      <span>{told}</span>
      <span className="rp-batch-rows__actions">
        {counts.review > 0 && canAccept && (
          <Button size="small" variant="quiet" icon="check" onClick={accept}>
            {t('translation:batch.accept')}
          </Button>
        )}
        {folderId !== null && <Link to={`/material/list?folder=${folderId}`}>{t('translation:batch.to-folder')}</Link>}
        {counts.done > 0 && <NextSteps language={language} name={nameOf(language)} count={counts.done} />}
      </span>
    </li>
  );
});
