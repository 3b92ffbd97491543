import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { ProjectsStore } from './ProjectsStore.ts';

/** What will be here: groups of clips that become videos; and the one thing to do. */
export const NoProjects = observer(function NoProjects({ create }: { create: string }) {
  const t = useText();
  const router = useService(ROUTER);
  const store = useStore(ProjectsStore);
  return (
    <div className="rp-projects__none">
      <Outline />
      <h2>{t('mixing:projects.none')}</h2>
      <p>{t('mixing:projects.none-text')}</p>
      <div className="rp-projects__none-choices">
        <Button variant="primary" icon="plus" onClick={() => void router.go(create)}>
          {t('mixing:projects.create')}
        </Button>
        <Button icon="film" busy={store.busy.has('sample')} onClick={() => void store.trySample()}>
          {t('mixing:projects.sample')}
        </Button>
      </div>
    </div>
  );
});

const COLUMNS = [3, 2, 3];
const WALL = 10;

function Outline() {
  return (
    <svg className="rp-projects__outline" viewBox="0 0 300 108" aria-hidden="true">
      {COLUMNS.flatMap((clips, column) =>
        Array.from({ length: clips }, (_, clip) => (
          <rect
            key={`${column} ${clip}`}
            x={4 + column * 38}
            y={8 + clip * 32}
            width={32}
            height={26}
            rx={3}
            data-lit={clip === (column + 1) % clips || undefined}
          />
        )),
      )}
      <path d="M126 54h26M146 48l6 6-6 6" />
      {Array.from({ length: WALL }, (_, index) => (
        <rect
          key={index}
          x={166 + (index % 5) * 27}
          y={8 + Math.floor(index / 5) * 48}
          width={23}
          height={42}
          rx={3}
          data-lit={index === 0 || undefined}
        />
      ))}
    </svg>
  );
}
