import { useEffect, useId } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { FIRST_STEPS } from '#plugins/workbench/api.ts';
import { useKnownPage } from '../parts/use-known-page.ts';
import { useWholeSlot } from '#core/web/react/use-whole-slot.ts';
import { StepsStore, type ShownStep } from './StepsStore.ts';
import './FirstSteps.css';

/** What a new account does first. The next one is lit, if there is a page where it is done. */
export const FirstSteps = observer(function FirstSteps() {
  const t = useText();
  const store = useStore(StepsStore);
  const { items, isWhole } = useWholeSlot(FIRST_STEPS);
  const heading = useId();
  const hide = usePluginCallback(store.hide);
  useEffect(() => store.show(items, isWhole), [store, items, isWhole]);
  useEffect(() => store.follow() as () => void, [store]);

  const { isHidden, isRead, list, failure } = store;
  if (isHidden) return null;
  if (!isRead) return <span hidden data-unread="" />;
  const done = list.filter(({ isDone }) => isDone).length;
  const next = list.find(({ isDone }) => !isDone);
  return (
    <section className="rp-steps" aria-labelledby={heading}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:steps.title')}</h2>
        {failure === null && (
          <span className="rp-steps__count">{t('workbench:steps.progress', { done, total: list.length })}</span>
        )}
        <IconButton
          className="rp-steps__hide"
          icon="close"
          size="small"
          label={t('workbench:steps.dismiss')}
          onClick={hide}
        />
      </header>
      {failure === null ? (
        <ol className="rp-steps__list">
          {list.map((step) => (
            <Step key={step.id} step={step} isNext={step === next} />
          ))}
        </ol>
      ) : (
        <LoadError text={t('workbench:steps.failed')} error={failure.error} onRetry={() => void store.load()} />
      )}
    </section>
  );
});

const Step = observer(function Step({ step, isNext }: { step: ShownStep; isNext: boolean }) {
  const t = useText();
  const { title, text, isDone } = step;
  const to = useKnownPage(isDone ? null : step.to);
  return (
    <li className="rp-step" data-done={isDone || undefined} data-next={(isNext && to !== null) || undefined}>
      <span className="rp-step__mark">
        {isDone && <Icon name="check" size={16} />}
        <span className="rp-visually-hidden">{t(isDone ? 'workbench:steps.done' : 'workbench:steps.open')}</span>
      </span>
      <div>
        <h3 className="rp-step__title">{to === null ? t(title) : <Link to={to}>{t(title)}</Link>}</h3>
        {!isDone && <p className="rp-step__text">{t(text)}</p>}
      </div>
    </li>
  );
});
