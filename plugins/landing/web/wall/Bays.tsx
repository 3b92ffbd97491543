import { useText } from '#core/web/react/use-text.ts';

import { WALL } from '#plugins/landing/wall-facts.ts';
import type { WallPhase } from './wall-phase.ts';
import './Wall.css';

const GROUPS = Array.from({ length: WALL.groups }, (_, index) => index);
const CLIPS = Array.from({ length: WALL.clipsOfGroup }, (_, index) => index);

/** The clips that the wall's videos are made of, a column a group. */
export function Bays({ phase }: { phase: WallPhase }) {
  const t = useText();
  return (
    <figure>
      <div className="rp-bays" data-arriving={phase === 'playing' ? undefined : phase}>
        {GROUPS.map((group) => (
          <div key={group} className={phase === group + 1 ? 'rp-bay rp-bay--on' : 'rp-bay'}>
            <p className="rp-bay__name">{t('landing:wall.group', { number: group + 1 })}</p>
            <div className="rp-bay__clips" aria-hidden="true">
              {CLIPS.map((clip) => (
                <div key={clip} className="rp-bay__clip" />
              ))}
            </div>
          </div>
        ))}
      </div>
      <figcaption className="rp-bays__caption">
        {t('landing:wall.clips', { clips: WALL.groups * WALL.clipsOfGroup, groups: WALL.groups })}
      </figcaption>
    </figure>
  );
}
