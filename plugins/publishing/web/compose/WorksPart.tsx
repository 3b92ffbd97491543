import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { CoverButton } from './CoverButton.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { RunMenu } from './RunMenu.tsx';
import { WorkPicture } from './WorkPicture.tsx';

/** Videos that are shown before somebody asks for all. */
const SHOWN = 12;

/** The videos that are published. */
export const WorksPart = observer(function WorksPart() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const [isWhole, setWhole] = useState(false);
  const choose = usePluginCallback(draft.taken.choose);
  const { works, run } = draft.taken;
  const shown = isWhole ? works : works.slice(0, SHOWN);
  return (
    <section className="rp-compose__part" aria-label={t('publishing:compose.works')}>
      <header>
        <h2>{t('publishing:compose.works')}</h2>
        {works.length > 0 && (
          <span role="status">
            {run === null
              ? t('publishing:compose.works-count', { count: works.length })
              : t('publishing:compose.works-run', { count: works.length, name: run.name })}
          </span>
        )}
        {works.length > 0 && (
          <Button size="small" variant="quiet" onClick={draft.taken.clear}>
            {t('publishing:compose.clear')}
          </Button>
        )}
      </header>
      {works.length > 0 && (
        <ul className="rp-compose__works">
          {shown.map((work) => (
            <li key={work.id}>
              <span className="rp-compose__picture">
                <WorkPicture work={work} cover={draft.covers.chosen[work.fileId] ?? null} />
              </span>
              <span className="rp-compose__work">{work.name}</span>
              <CoverButton work={work} />
              <IconButton
                icon="close"
                size="small"
                label={t('publishing:compose.remove', { name: work.name })}
                onClick={() => draft.taken.remove(work.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {works.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('publishing:compose.works-all', { count: works.length })}
        </Button>
      )}
      {works.length === 0 && <p className="rp-compose__quiet">{t('publishing:compose.works-none')}</p>}
      <div className="rp-compose__choose">
        <Button icon="film" variant={works.length === 0 ? 'primary' : 'secondary'} onClick={choose}>
          {t(works.length === 0 ? 'publishing:compose.choose' : 'publishing:compose.choose-more')}
        </Button>
        <RunMenu />
      </div>
    </section>
  );
});
