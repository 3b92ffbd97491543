import { useRef, useState } from 'react';

import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { MovingPicture } from '#core/web/components/MovingPicture.tsx';
import { NameField } from '#core/web/components/NameField.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { isUnderWay } from '#core/web/runs/is-under-way.ts';
import { CardLink, CardImage, CardStatus } from '#core/web/components/Card.tsx';
import { DropdownMenu, MenuItem, MenuLink } from '#core/web/ui/DropdownMenu.tsx';

import type { MixCard } from '#plugins/mixing/calls.ts';
import { factsOf, stateOf } from '../parts/card-of.ts';
import { ProjectsStore } from './ProjectsStore.ts';
import './ProjectCard.css';

/** One project: its picture, its name, what is in it, how far its last run is. */
export const ProjectCard = observer(function ProjectCard({ card }: { card: MixCard }) {
  const t = useText();
  const store = useStore(ProjectsStore);
  const [isNear, setNear] = useState(false);
  const whole = useRef<HTMLLIElement>(null);
  const { id, name, run, picture, groups, videos, changedAt, ranAt } = card;
  const { tone, text, params, progress } = stateOf(run);
  const edit = `/mixedCut/edit/${id}`;
  const shownName = name === '' ? t('mixing:projects.unnamed') : name;
  const isRunning = run !== null && isUnderWay(run);
  const isRenaming = store.renaming === id;

  const remove = (): void => {
    // Move the focus to a neighbour, so that it is not lost.
    const beside = whole.current?.nextElementSibling ?? whole.current?.previousElementSibling;
    beside?.querySelector<HTMLElement>('a')?.focus();
    void store.remove(card);
  };
  return (
    <li
      ref={whole}
      className="rp-project"
      aria-busy={store.busy.has(id) || undefined}
      onPointerEnter={({ pointerType }) => setNear(pointerType === 'mouse')}
      onPointerLeave={() => setNear(false)}
      onKeyDown={(event) => {
        if (event.target instanceof HTMLAnchorElement && event.key === 'F2') store.setRenaming(id);
        else if (event.target instanceof HTMLAnchorElement && event.key === 'Delete') remove();
      }}
    >
      <CardImage progress={progress} label={shownName}>
        {picture === null ? <NoPicture groups={groups} /> : <MovingPicture picture={picture} isPlaying={isNear} />}
      </CardImage>
      <div className="rp-project__line">
        {isRenaming ? (
          <NameField
            value={name}
            label={t('mixing:projects.rename-label')}
            most={100}
            save={(next) => store.rename(id, next)}
            end={() => store.setRenaming(null)}
          />
        ) : (
          <h2 title={shownName}>
            <CardLink to={edit}>{shownName}</CardLink>
          </h2>
        )}
        <DropdownMenu
          label={t('mixing:projects.actions', { name: shownName })}
          trigger={(menu) => (
            <IconButton icon="more" size="small" label={t('mixing:projects.actions', { name: shownName })} {...menu} />
          )}
        >
          {run !== null && (
            <MenuLink icon="film" to={`/mixedCut/run/${run.id}`}>
              {t('mixing:projects.last-run')}
            </MenuLink>
          )}
          <MenuItem icon="edit" onChoose={() => store.setRenaming(id)}>
            {t('mixing:projects.rename')}
          </MenuItem>
          <MenuItem icon="copy" onChoose={() => void store.duplicate(card)}>
            {t('mixing:projects.duplicate')}
          </MenuItem>
          <MenuItem icon="trash" danger onChoose={remove}>
            {t('mixing:projects.delete')}
          </MenuItem>
        </DropdownMenu>
      </div>
      <CardStatus tone={tone}>
        {isRunning || run?.state === 'done' || run?.state === 'failed' ? (
          <Link to={`/mixedCut/run/${run.id}`}>{t(text, params)}</Link>
        ) : (
          t(text, params)
        )}
      </CardStatus>
      <p className="rp-project__facts">
        {factsOf(card, t)}
        {videos > 0 && <span>{t('mixing:projects.videos', { count: videos })}</span>}
      </p>
      <p className="rp-project__time">
        <RelativeTime
          time={ranAt ?? changedAt}
          words={(ago) => t(ranAt === null ? 'mixing:projects.changed' : 'mixing:projects.ran', { ago })}
        />
      </p>
    </li>
  );
});

/** Placeholders shaped like the editor's columns, while it loads. */
function NoPicture({ groups }: { groups: number }) {
  return (
    <span className="rp-project__outline" aria-hidden="true">
      {Array.from({ length: Math.max(1, Math.min(5, groups)) }, (_, column) => (
        <span key={column} />
      ))}
    </span>
  );
}
