import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Slider } from '#core/web/ui/Slider.tsx';

import type { Measured } from '../store/Measurement.ts';
import { useEditor } from '../store/use-editor.ts';
import { AlikeClips } from './AlikeClips.tsx';
import { CopiedClips } from './CopiedClips.tsx';
import './YieldPanel.css';

/** From this number on, exact counts are neither useful nor precise. */
const COUNTLESS = 100_000_000_000;
/** Groups that an advice names one by one. */
const MAX_NAMED = 3;

type Advised = Measured['advice'][number]['groups'];

/** How many different videos the project yields, and what would lift it. */
export const YieldPanel = observer(function YieldPanel() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useEditor();
  const { measurement, run, mostShared, project, share: level } = store;
  const { measured, isStale, failure } = measurement;
  const of = project.groups.length;
  const row = measured?.rows.find(({ share }) => share === level);
  const advice = measured?.advice.filter(({ share }) => share === level).slice(0, 2) ?? [];
  const most = Math.max(1, ...(measured?.rows.map(({ reachable }) => reachable) ?? []));
  const nameOf = (id: string): string => store.groupOf(id)?.name ?? '';
  const countOf = (count: number): string =>
    count < COUNTLESS ? i18n.count(count) : t('mixing:editor.yield-countless', { count: i18n.count(COUNTLESS) });
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
    <section
      className="rp-ed-yield"
      aria-label={t('mixing:editor.yield')}
      data-stale={isStale || undefined}
      data-provisional={measured?.provisional || undefined}
    >
      <h2>{t('mixing:editor.yield')}</h2>
      {failure !== null && measured === null && (
        <LoadError text={t('mixing:editor.yield-failed')} error={failure} onRetry={() => void measurement.again()} />
      )}
      {row === undefined ? (
        <p className="rp-ed-yield__none">{t('mixing:editor.yield-none')}</p>
      ) : (
        <>
          <p className="rp-ed-yield__count" aria-live="polite">
            <strong>{countOf(row.reachable)}</strong>
            <span>{t(row.atLeast ? 'mixing:editor.yield-at-least' : 'mixing:editor.yield-videos')}</span>
          </p>
          <p className="rp-ed-yield__says">{t('mixing:editor.yield-says', { share: level, of })}</p>
          {measured?.provisional === true && (
            <p className="rp-ed-yield__provisional" role="status">
              <Icon name="history" size={16} />
              {t('mixing:editor.yield-provisional')}
            </p>
          )}
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
          {row.atLeast && (
            <p className="rp-ed-about">{t('mixing:editor.yield-bound', { bound: countOf(row.bound) })}</p>
          )}
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
      )}
    </section>
  );
});

/** Values that grow exponentially are compared by their logarithm. */
function partOf(count: number, most: number): number {
  return Math.max(0.02, Math.log1p(count) / Math.log1p(most));
}
