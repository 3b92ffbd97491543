import { clock } from '#core/web/i18n/clock.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { FollowedToolRun } from '#core/web/runs/FollowedToolRun.ts';
import { nameOf } from '#core/web/runs/run-look.ts';

import { mixOutputOf, type MixOutput } from '#plugins/mixing/mix-run.ts';
import { stillOf } from '../parts/still-of.ts';
import { useMaterials } from '../parts/use-materials.ts';
import { shotUses } from './shot-uses.ts';
import './ShotList.css';

/** Other videos that are named before the rest is counted. */
const NAMED = 8;

interface ShotListProps {
  output: MixOutput;
  /** Among whose videos its shots are looked for. */
  run: FollowedToolRun;
  /** Shows another video. */
  open(id: string): void;
}

/** What a video is made of, in order, and which other videos use the same shot. */
export const ShotList = observer(function ShotList({ output, run, open }: ShotListProps) {
  const t = useText();
  const materials = useMaterials(output.params.shots.map(({ material }) => material));
  return (
    <ol className="rp-shot-list" aria-label={t('mixing:output.shots')}>
      {shotUses(output, run.made.map(mixOutputOf)).map(({ shot: { group, material, window }, others }) => {
        const known = materials.get(material);
        const still = stillOf(known);
        const name = known?.name ?? t('mixing:difference.material-gone');
        return (
          <li key={group}>
            <span className="rp-shot-list__picture">
              {still === null ? (
                <Icon name="film" size={16} />
              ) : (
                <LazyImage src={still} fallback={<Icon name="film" size={16} />} />
              )}
            </span>
            <span className="rp-shot-list__name" title={name}>
              {name}
            </span>
            <span className="rp-shot-list__window">
              {clock(Math.round(window.start))}–{clock(Math.round(window.end))}
            </span>
            <span className="rp-shot-list__others">
              {others.length === 0 ? t('mixing:output.shot-only-here') : t('mixing:output.shot-also-in')}
              {others.slice(0, NAMED).map((other) => (
                <PlainButton key={other.id} aria-label={nameOf(other)} onClick={() => open(other.id)}>
                  {other.position + 1}
                </PlainButton>
              ))}
              {others.length > NAMED && t('mixing:output.shot-others', { count: others.length - NAMED })}
            </span>
          </li>
        );
      })}
    </ol>
  );
});
