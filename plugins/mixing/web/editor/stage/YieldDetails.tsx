import { Button } from '#core/web/components/Button.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Slider } from '#core/web/ui/Slider.tsx';

import type { Measured } from '../store/Measurement.ts';
import { useCountText } from '../fields/use-count-text.ts';
import { useEditor } from '../store/use-editor.ts';
import { AlikeClips } from './AlikeClips.tsx';
import { CopiedClips } from './CopiedClips.tsx';

/** Groups that an advice names one by one. */
const MAX_NAMED = 3;

type Row = Measured['rows'][number];
type Advised = Measured['advice'][number]['groups'];

/** Every limit with its number of videos, and what would lift it. @param row the limit that is chosen */
export const YieldDetails = observer(function YieldDetails({ row }: { row: Row }) {
  const t = useText();
  const countOf = useCountText();
  const store = useEditor();
  const { measurement, run, project } = store;
  const { mostShared, share: level } = store.yields;
  const { measured } = measurement;
  const of = project.groups.length;
  const advice = measured?.advice.filter(({ share }) => share === level).slice(0, 2) ?? [];
  const most = Math.max(1, ...(measured?.rows.map(({ reachable }) => reachable) ?? []));
  const nameOf = (id: string): string => store.groupOf(id)?.name ?? '';
  const whereOf = (groups: Advised): string => {
    if (groups.length <= MAX_NAMED) {
      return groups
        .map(({ group, clips }) => t('mixing:editor.yield-advice-group', { group: nameOf(group), clips }))
        .join(t('mixing:editor.yield-advice-and'));
    }
    const [first] = groups;
    const isEven = groups.length === of && groups.every(({ clips }) => clips === first?.clips);
    if (isEven) return t('mixing:editor.yield-advice-each', { clips: first?.clips ?? 0 });
    const clips = groups.reduce((sum, group) => sum + group.clips, 0);
    return t('mixing:editor.yield-advice-many', { clips, groups: groups.length });
  };

  return (
    <>
      {of > 1 && (
        <>
          <ol className="rp-ed-yield__rows" aria-label={t('mixing:editor.yield-rows')}>
            {measured?.rows.map(({ share, reachable }) => (
              <li key={share} data-chosen={share === level || undefined}>
                <PlainButton aria-pressed={share === level} onClick={() => run.setShare(share)}>
                  <span className="rp-visually-hidden">
                    {t('mixing:editor.yield-row', { share, of, count: countOf(reachable) })}
                  </span>
                  <span aria-hidden="true">{share}</span>
                  <i style={{ '--rp-part': `${partOf(reachable, most) * 100}%` } as object} />
                  <span aria-hidden="true">{countOf(reachable)}</span>
                </PlainButton>
              </li>
            ))}
          </ol>
          <Slider
            label={t('mixing:editor.share')}
            value={level}
            min={0}
            max={mostShared}
            step={1}
            shown={t('mixing:editor.share-value', { share: level, of })}
            onChange={(share) => run.setShare(share)}
          />
          {run.share !== null && (
            <Button variant="link" size="small" className="rp-ed-yield__least" onClick={() => run.setShare(null)}>
              {t('mixing:editor.share-least')}
            </Button>
          )}
        </>
      )}
      {row.atLeast && <p className="rp-ed-about">{t('mixing:editor.yield-bound', { bound: countOf(row.bound) })}</p>}
      <AlikeClips />
      {advice.map(({ from, to, groups }, index) => (
        <p key={index} className="rp-ed-yield__advice">
          {t('mixing:editor.yield-advice', {
            ...{ groups: whereOf(groups), from: countOf(from), to: countOf(to) },
          })}
        </p>
      ))}
      <CopiedClips />
    </>
  );
});

/** Values that grow exponentially are compared by their logarithm. */
function partOf(count: number, most: number): number {
  return Math.max(0.02, Math.log1p(count) / Math.log1p(most));
}
