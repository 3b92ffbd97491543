import { Icon } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';

const QUESTIONS = ['alike', 'clips', 'files', 'free', 'privacy', 'end'] as const;

/** What people ask before they start. */
export function Questions() {
  const t = useText();
  return (
    <section className="rp-home__section rp-questions" aria-labelledby="questions">
      <h2 id="questions" className="rp-home__title">
        {t('landing:questions.title')}
      </h2>
      <div className="rp-questions__list">
        {QUESTIONS.map((name) => (
          <details key={name} className="rp-question">
            <summary>
              <span>{t(`landing:questions.${name}`)}</span>
              <Icon name="plus" />
            </summary>
            <p>{t(`landing:questions.${name}-answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
