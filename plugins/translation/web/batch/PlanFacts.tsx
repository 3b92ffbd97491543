import { shownAmount } from '#core/contract/ledger.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { describeTimeLeft } from '#core/web/tasks/describe-job.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { EditorPart } from '#core/web/tools/EditorPart.tsx';
import { FactList } from '#core/web/ui/FactList.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { BatchPlan } from '#plugins/translation/calls.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { NewBatch } from './NewBatch.ts';

/** What a batch comes to, before it begins. */
export const PlanFacts = observer(function PlanFacts() {
  const t = useText();
  const { answer, plan, wanted } = useStore(NewBatch);
  return (
    <div className="rp-batch-new__plan">
      <EditorPart title={t('translation:batch.plan')}>
        {answer !== null ? (
          <Facts plan={answer} />
        ) : plan.failure !== null ? (
          <LoadError
            text={t('translation:batch.plan-unread')}
            error={plan.failure.error}
            onRetry={() => void plan.again()}
          />
        ) : (
          wanted !== null && <Skeleton shape="rows" count={5} />
        )}
      </EditorPart>
    </div>
  );
});

const Facts = observer(function Facts({ plan }: { plan: BatchPlan }) {
  const t = useText();
  const i18n = useService(I18N);
  const nameOf = useLanguageName();
  const { videos, languages, results, seconds, texts, costs, secondsLeft } = plan;
  const listed = (tags: readonly string[]) => new Intl.ListFormat(i18n.language).format(tags.map(nameOf));
  const missing = videos - texts.known;
  return (
    <>
      <FactList
        facts={[
          [t('translation:batch.fact-results'), t('translation:batch.results', { videos, languages, count: results })],
          [t('translation:batch.fact-length'), lengthWords(seconds)],
          [
            t('translation:batch.fact-texts'),
            <>
              {texts.known > 0 && (
                <span>
                  {t('translation:batch.texts-known', {
                    count: texts.known,
                    lines: texts.lines,
                    letters: texts.letters,
                  })}
                </span>
              )}
              {missing > 0 && <span> {t('translation:batch.texts-missing', { count: missing })}</span>}
            </>,
          ],
          [
            t('translation:batch.fact-cost'),
            <>
              {costs.length === 0 && <span>{t('translation:batch.cost-none')}</span>}
              {costs.map(({ unit, amount, available }) => (
                <span key={unit} role="status" data-short={amount > available || undefined}>
                  {t(`shell:cost.${amount > available ? 'short' : 'uses'}-${unit}`, {
                    needed: shownAmount(unit, amount),
                    available: shownAmount(unit, available),
                  })}
                </span>
              ))}
              {plan.usesService && <span> {t('translation:batch.cost-service')}</span>}
            </>,
          ],
          [
            t('translation:batch.fact-time'),
            describeTimeLeft({ secondsLeft }, t)[0] ?? t('translation:batch.time-unknown'),
          ],
        ]}
      />
      {plan.noTranslation !== null && <Notice kind="warning">{plan.noTranslation}</Notice>}
      {missing > 0 && plan.ways.length === 0 && <Notice kind="warning">{t('translation:batch.no-way')}</Notice>}
      {plan.noVoice !== null && <Notice kind="warning">{plan.noVoice}</Notice>}
      {plan.voiceless.length > 0 && (
        <Notice kind="info">{t('translation:batch.voiceless', { languages: listed(plan.voiceless) })}</Notice>
      )}
    </>
  );
});
