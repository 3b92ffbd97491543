import { useText } from '#core/web/react/use-text.ts';

import { BENCHMARKS } from '#plugins/landing/benchmark-facts.ts';

/** Three numbers, and where they come from. */
export function Numbers() {
  const t = useText();
  const { timesPlainFfmpeg, secondsOfOneMore, pairs, secondsOfPairs } = BENCHMARKS;
  const numbers = [
    [t('landing:numbers.cpu', { times: timesPlainFfmpeg }), t('landing:numbers.cpu-text')],
    [t('landing:numbers.more', { seconds: secondsOfOneMore }), t('landing:numbers.more-text')],
    [
      t('landing:numbers.pairs', { pairs: pairs.toLocaleString('en-US') }),
      t('landing:numbers.pairs-text', { seconds: secondsOfPairs }),
    ],
  ] as const;
  return (
    <section className="rp-home__section" aria-labelledby="numbers">
      <h2 id="numbers" className="rp-home__title">
        {t('landing:numbers.title')}
      </h2>
      <dl className="rp-numbers">
        {numbers.map(([value, text]) => (
          <div key={value} className="rp-numbers__one">
            <dt>{text}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="rp-home__note">{t('landing:numbers.how')}</p>
    </section>
  );
}
