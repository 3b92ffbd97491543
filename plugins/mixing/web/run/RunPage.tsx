import { useEffect, useState } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useParams } from '#core/web/router/links.ts';

import { MissingPage } from '../parts/MissingPage.tsx';
import { RunHead } from './RunHead.tsx';
import { RunNotes } from './RunNotes.tsx';
import { Runs } from './Runs.ts';
import { RunWall } from './RunWall.tsx';
import { WallBar } from './WallBar.tsx';
import './RunPage.css';

/** A run: how far it is, and a wall with a cell for each video. */
export default observer(function RunPage() {
  const runs = useStore(Runs);
  const { id = '' } = useParams();
  const run = runs.of(id);
  const t = useText();
  // As state: the wall draws itself by its size, and is drawn before a reference would be there.
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  useEffect(() => run.follow(), [run]);

  if (run.isMissing) return <MissingPage icon="film" title={t('mixing:run-missing')} />;
  const { failure } = run.live;
  return (
    <div className="rp-run rp-full-page" ref={setScroller} onScroll={() => (run.place = scroller?.scrollTop ?? 0)}>
      {run.run === null ? (
        failure === null ? (
          <h1 className="rp-visually-hidden">{t('mixing:run.title')}</h1>
        ) : (
          <div className="rp-run__trouble">
            <LoadError text={t('mixing:run.unread')} error={failure.error} onRetry={() => void run.live.load()} />
          </div>
        )
      ) : (
        <>
          <RunHead key={run.id} run={run} facts={run.run} />
          <RunNotes run={run} facts={run.run} />
          <WallBar run={run} facts={run.run} />
        </>
      )}
      <RunWall key={`${run.id} wall`} run={run} scroller={scroller} />
    </div>
  );
});
