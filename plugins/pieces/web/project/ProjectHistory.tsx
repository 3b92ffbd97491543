import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Selection } from '#core/web/selection/Selection.ts';
import { FolderChoice } from '#core/web/tools/FolderChoice.tsx';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { ProjectRow } from '#plugins/pieces/calls.ts';
import { EXPORTS } from '#plugins/pieces/calls.ts';
import { piecesOf } from '#plugins/pieces/project.ts';
import { previewAt } from '../lists/addresses.ts';
import { PiecesLists } from '../lists/PiecesLists.ts';
import { ExportDraft } from './ExportDraft.ts';

/** The projects so far, the last changed first; those that are ticked are exported together. Nothing before the first. */
export const ProjectHistory = observer(function ProjectHistory() {
  const t = useText();
  const { projects, removeProject } = useStore(PiecesLists);
  const exports = useStore(ExportDraft);
  const dialogs = useService(DIALOGS);
  const isLocked = useLocked() !== null;
  const [selection] = useState(() => new Selection());
  const { items, failure, hasMore, loading } = useFollowed(projects);
  if (failure !== null && items === null) {
    return <LoadError text={t('pieces:projects-unread')} error={failure.error} onRetry={() => void projects.retry()} />;
  }
  // It keeps its place, so that what is below stays where it is.
  if (items === null) return <Skeleton shape="rows" count={2} soon />;
  if (items.length === 0) return null;
  const chosen = items.filter(({ id }) => selection.has(id));
  const remove = async ({ id, name }: ProjectRow): Promise<void> => {
    const question = { title: 'pieces:project.delete-title', text: 'pieces:project.delete-text' } as const;
    const words = { params: { name }, confirm: 'pieces:project.delete', destructive: true } as const;
    if (await dialogs.confirm({ ...question, ...words })) await removeProject(id);
  };
  return (
    <section className="rp-pieces-history" aria-label={t('pieces:projects')}>
      <h2>{t('pieces:projects')}</h2>
      <ul>
        {items.map((project) => {
          const { id, name, state, slots, updatedAt } = project;
          const count = piecesOf(slots).length;
          return (
            <li key={id}>
              <Checkbox
                label={t('pieces:project.choose', { name })}
                labelHidden
                checked={selection.has(id)}
                disabled={isLocked || count === 0}
                onChange={() => selection.toggle(id)}
              />
              <Link to={previewAt(id)}>{name}</Link>
              <span data-state={state}>
                {state === 'ready'
                  ? t('pieces:project.filled', { count, of: slots.length })
                  : t(`pieces:project.${state}`)}
              </span>
              <RelativeTime time={updatedAt} />
              <IconButton
                icon="trash"
                size="small"
                label={t('pieces:project.remove', { name })}
                disabled={isLocked}
                onClick={() => void remove(project)}
              />
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Button size="small" busy={loading === 'more'} onClick={() => void projects.more()}>
          {t('pieces:projects-more')}
        </Button>
      )}
      {chosen.length > 0 && (
        <div className="rp-pieces-history__chosen">
          <FolderChoice folder={exports.folder} />
          {EXPORTS.map((into) => (
            <Button
              key={into}
              icon={into === 'mix' ? 'scissors' : 'folder'}
              busy={exports.starting === into}
              onClick={() => void exports.start(chosen, into)}
            >
              {t(`pieces:export-projects.${into}`, { count: chosen.length })}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
});
