import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { ShownCertificate } from '#plugins/mixing/certificate.ts';
import { percent } from './percent.ts';

const METHODS = ['all', 'reed-solomon', 'linear', 'greedy'] as const;

/** What the clips yield at each level of sharing, what more clips would yield, and how the videos came about. */
export const PlanFacts = observer(function PlanFacts({ certificate }: { certificate: ShownCertificate }) {
  const t = useText();
  const i18n = useService(I18N);
  const { plan, groups, seed, settings, limits, tools } = certificate;
  const names = new Map(groups.map(({ id, name }, index) => [id, name === '' ? String(index + 1) : name]));
  const method = METHODS.find((known) => known === plan.method) ?? 'kept';
  return (
    <section>
      <h2>{t('mixing:difference.plan')}</h2>
      {plan.capacity.length > 0 && (
        <>
          <p className="rp-certificate__about">{t('mixing:difference.plan-about')}</p>
          <div className="rp-certificate__wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('mixing:difference.plan-share')}</th>
                  <th scope="col">{t('mixing:difference.plan-reachable')}</th>
                  <th scope="col">{t('mixing:difference.plan-bound')}</th>
                </tr>
              </thead>
              <tbody>
                {plan.capacity.map(({ maxShared, reachable, bound, atLeast }) => (
                  <tr key={maxShared} data-chosen={maxShared === plan.maxShared || undefined}>
                    <th scope="row">
                      {t('mixing:certificate.shots-of', { shots: maxShared, groups: plan.groups })}
                      {maxShared === plan.maxShared && <em>{t('mixing:difference.plan-this')}</em>}
                    </th>
                    <td>{`${atLeast ? '≥ ' : ''}${i18n.count(reachable)}`}</td>
                    <td>{i18n.count(bound)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {plan.advice.length > 0 && (
        <ul className="rp-certificate__advice">
          {plan.advice.map((advice) => (
            <li key={`${advice.maxShared} ${advice.to}`}>
              {t('mixing:difference.plan-advice', {
                groups: advice.groups
                  .map(({ group, clips }) => t('mixing:run.advice-group', { group: names.get(group) ?? group, clips }))
                  .join(t('mixing:run.advice-and')),
                from: i18n.count(advice.from),
                to: i18n.count(advice.to),
              })}
            </li>
          ))}
        </ul>
      )}
      <dl className="rp-facts rp-facts--small">
        <div>
          <dt>{t('mixing:certificate.seed')}</dt>
          <dd>{seed}</dd>
        </div>
        <div>
          <dt>{t('mixing:certificate.method')}</dt>
          <dd>{t(`mixing:certificate.method-${method}`)}</dd>
        </div>
        <div>
          <dt>Reelport</dt>
          <dd>{tools.reelport}</dd>
        </div>
        <div>
          <dt>FFmpeg</dt>
          <dd>{tools.ffmpeg}</dd>
        </div>
        <div data-wide="">
          <dt>{t('mixing:certificate.settings')}</dt>
          <dd>
            <code>{settings}</code>
          </dd>
        </div>
        <div data-wide="">
          <dt>{t('mixing:certificate.rule')}</dt>
          <dd>{t('mixing:certificate.rule-text', { tolerance: percent(limits.tolerance) })}</dd>
        </div>
      </dl>
    </section>
  );
});
