import { shownAmount } from '#core/contract/ledger.ts';
import type { CallData } from '#core/contract/call.ts';
import { BackLink } from '#core/web/components/BackLink.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useParams } from '#core/web/router/links.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { listMemberSteps, readMember, type MemberStep } from '#plugins/membership/calls.ts';
import { CorrectDialog } from './CorrectDialog.tsx';
import { GrantForm } from './GrantForm.tsx';
import { memberText } from './member-text.ts';
import { Timeline } from './Timeline.tsx';
import '../shop/shop.css';
import './operator.css';

type MemberFile = CallData<typeof readMember>;

/** One account: what it has, everything that happened to it, and what an operator gives and puts right. */
export default function MemberFilePage() {
  const { id = '' } = useParams();
  return <OneMember key={id} id={id} />;
}

const OneMember = observer(function OneMember({ id }: { id: string }) {
  const t = useText();
  const http = useService(HTTP);
  const dialogs = useService(DIALOGS);
  const file = useLive<LiveValue<MemberFile>>(
    (scope) =>
      new LiveValue(scope, (signal): Promise<MemberFile> =>
        http.call(readMember, { params: { id } }, { signal, handlesErrors: true }),
      ),
  );
  const steps = useLive<LiveList<MemberStep>>(
    (scope) =>
      new LiveList<MemberStep>(scope, ({ cursor, limit, signal }) =>
        http.call(listMemberSteps, { params: { id }, query: { cursor, limit } }, { signal, handlesErrors: true }),
      ),
  );
  const reload = async (): Promise<void> => {
    await Promise.all([file.load(), steps.load()]);
  };
  const correct = usePluginCallback(async (step: MemberStep) => {
    if (step.movement === null) return;
    const dialog = async () => ({ default: CorrectDialog });
    const isDone = await dialogs.show<{ id: string; movement: NonNullable<MemberStep['movement']> }, boolean>(
      dialog,
      { id, movement: step.movement },
      { width: 480 },
    );
    if (isDone === true) await reload();
  });
  const { value, failure } = file;
  // Below the steps stands what must not be pushed away once they come.
  const hasSteps = steps.items !== null || steps.failure !== null;
  return (
    <>
      <BackLink to="/operator/money/members">{t('membership:operator.members')}</BackLink>
      <PageFrame title={value === null ? t('membership:operator.member') : memberText(value.member, t)}>
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void file.load()} />
        )}
        {value === null || !hasSteps ? (
          failure === null && <Skeleton shape="rows" count={5} />
        ) : (
          <div className="rp-shop">
            <div className="rp-shop__goods">
              <section className="rp-money-card">
                <h2>{t('membership:operator.timeline')}</h2>
                {steps.failure !== null && (
                  <LoadError
                    text={t('membership:operator.failed')}
                    error={steps.failure.error}
                    onRetry={() => void steps.retry()}
                  />
                )}
                <Timeline
                  steps={steps.items ?? []}
                  aside={(step) => (
                    <>
                      {step.order !== null && (
                        <p>
                          <Link className="rp-shop-link" to={`/operator/money/orders/${step.order}`}>
                            {t('membership:pay.number', { number: step.order })}
                          </Link>
                        </p>
                      )}
                      {step.movement !== null && <Movement step={step} onCorrect={() => correct(step)} />}
                    </>
                  )}
                />
                {steps.hasMore && (
                  <Button busy={steps.loading === 'more'} onClick={() => void steps.more()}>
                    {t('membership:records.more')}
                  </Button>
                )}
              </section>
            </div>
            <div className="rp-shop__goods">
              <Possessions file={value} />
              <GrantForm id={id} onDone={reload} />
            </div>
          </div>
        )}
      </PageFrame>
    </>
  );
});

/** What moved, what was left then, and the way to put it right. */
function Movement({ step, onCorrect }: { step: MemberStep; onCorrect(): void }) {
  const t = useText();
  if (step.movement === null) return null;
  const { unit, change, after } = step.movement;
  const sign = change > 0 ? '+' : '−';
  return (
    <p className="rp-money-movement">
      {t(`shell:amount.${unit}`, { amount: `${sign}${shownAmount(unit, Math.abs(change))}` })}{' '}
      <span className="rp-checkout__quiet">→ {shownAmount(unit, after)}</span>
      <Button size="small" variant="link" onClick={onCorrect}>
        {t('membership:operator.correct')}
      </Button>
    </p>
  );
}

const Possessions = observer(function Possessions({ file }: { file: MemberFile }) {
  const t = useText();
  const i18n = useService(I18N);
  const { member, level, until, isMain, isDisabled, createdAt, balances } = file;
  return (
    <aside className="rp-checkout" aria-label={t('membership:operator.has')}>
      <h2>{t('membership:operator.has')}</h2>
      <dl className="rp-money-facts">
        <div>
          <dt>{t('membership:shop.which-level')}</dt>
          <dd>
            {t(`shell:tier.${level}`)}
            {until !== null && ` · ${t('membership:checkout.end', { date: i18n.date(new Date(until)) })}`}
          </dd>
        </div>
        {balances
          .filter(({ available, held }) => available > 0 || held > 0)
          .map(({ unit, available, held }) => (
            <div key={unit}>
              <dt>{t(`shell:unit.${unit}`)}</dt>
              <dd>
                {shownAmount(unit, available)}
                {held > 0 && ` · ${t('membership:operator.held', { amount: shownAmount(unit, held) })}`}
              </dd>
            </div>
          ))}
        <div>
          <dt>{t('membership:operator.id')}</dt>
          <dd>{member.id}</dd>
        </div>
        <div>
          <dt>{t('membership:operator.since')}</dt>
          <dd>
            {i18n.date(new Date(createdAt))}
            {!isMain && ` · ${t('membership:operator.sub-account')}`}
            {isDisabled && ` · ${t('membership:operator.disabled')}`}
          </dd>
        </div>
      </dl>
    </aside>
  );
});
