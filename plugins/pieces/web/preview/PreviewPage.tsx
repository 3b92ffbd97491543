import { useEffect } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useSearchParams } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { ReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { AT } from '../lists/addresses.ts';
import type { OpenedProject } from './OpenedProject.ts';
import { OpenedProjects } from './OpenedProjects.ts';
import { PiecesEditor } from './PiecesEditor.tsx';
import { useMaterials, type Materials } from './use-materials.ts';
import './PreviewPage.css';

/** Shows a project, which the address names by `id`: plays its pieces, and lets them be changed before the export. */
export default observer(function PreviewPage() {
  const t = useText();
  const [query] = useSearchParams();
  const id = query.get('id');
  if (id === null) return <Missing title={t('pieces:preview.title')} />;
  return <Preview key={id} id={id} />;
});

const NONE: Materials = new Map();

const Preview = observer(function Preview({ id }: { id: string }) {
  const t = useText();
  const store = useStore(OpenedProjects);
  const project = store.of(id);
  const isLocked = useLocked() !== null;
  useEffect(() => store.follow(project), [store, project]);
  const { row, failure, isMissing } = project;
  const materials = useMaterials(row?.materials ?? []);
  if (row === null && isMissing) return <Missing title={t('pieces:preview.title')} />;
  return (
    <PageFrame title={row?.name ?? t('pieces:preview.title')} width="wide">
      {row === null && failure !== null && (
        <LoadError text={t('pieces:project-unread')} error={failure.error} onRetry={() => void project.load()} />
      )}
      {(row === null ? failure === null : row.state === 'ready' && materials === null) && (
        <Skeleton shape="cards" count={4} soon />
      )}
      {row?.state === 'waiting' && <Waiting project={project} materials={materials ?? NONE} />}
      {row?.state === 'failed' && (
        <Notice
          kind="error"
          announce
          actions={
            <Button size="small" icon="refresh" disabled={isLocked} onClick={() => void project.retry()}>
              {t('pieces:measure-again')}
            </Button>
          }
        >
          {row.error ?? t('pieces:project.failed')}
        </Notice>
      )}
      {row?.state === 'ready' && materials !== null && (
        <ReadOnly when={isLocked}>
          <PiecesEditor project={project} materials={materials} />
        </ReadOnly>
      )}
    </PageFrame>
  );
});

/** How far the videos are measured. */
const Waiting = observer(function Waiting({ project, materials }: { project: OpenedProject; materials: Materials }) {
  const t = useText();
  return (
    <section className="rp-pieces-waiting" role="status">
      <p>{t('pieces:measuring')}</p>
      <ul>
        {project.videos.map(({ id, state, progress, error }) => {
          const name = materials.get(id)?.name ?? t('pieces:video');
          return (
            <li key={id}>
              <span>{name}</span>
              {state === 'failed' ? (
                <span>{error}</span>
              ) : (
                <ProgressBar label={name} value={progress} waiting={progress === 0} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
});

function Missing({ title }: { title: string }) {
  const t = useText();
  return (
    <PageFrame title={title} width="wide">
      <Empty
        icon="pieces"
        title={t('pieces:project-missing')}
        action={<Link to={AT.page}>{t('pieces:project-new')}</Link>}
      />
    </PageFrame>
  );
}
