import { useState } from 'react';

import { LEDGER_UNITS, shownAmount, type LedgerUnit } from '#core/contract/ledger.ts';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import {
  changeOneOperator,
  decideOneOperator,
  readOneOperator,
  type OneOperatorLimits,
  type OneOperatorState,
} from '#plugins/membership/calls.ts';

/** Milliseconds between two looks at what other operators asked for. */
const LOOK_EVERY = 30_000;

/** How much one operator gives or takes alone, and higher limits that wait for a second one. */
export const OneOperatorPart = observer(function OneOperatorPart() {
  const t = useText();
  const http = useService(HTTP);
  const [refusal, setRefusal] = useState<string | null>(null);
  const state = useLive<LiveValue<OneOperatorState>>(
    (scope) =>
      new LiveValue(
        scope,
        (signal): Promise<OneOperatorState> => http.call(readOneOperator, {}, { signal, handlesErrors: true }),
        { every: LOOK_EVERY },
      ),
  );
  const { value, failure } = state;
  const take = async (call: () => Promise<OneOperatorState>): Promise<void> => {
    setRefusal(null);
    try {
      state.put(await call());
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  };
  const decide = usePluginCallback((limits: OneOperatorLimits, agreed: boolean) =>
    take(() => http.call(decideOneOperator, { body: { agreed, limits } }, { handlesErrors: true })),
  );
  return (
    <section className="rp-money-card rp-money-new" aria-label={t('membership:one.title')}>
      <h2>{t('membership:one.title')}</h2>
      <p className="rp-checkout__quiet">{t('membership:one.about')}</p>
      {failure !== null && (
        <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void state.load()} />
      )}
      {value === null && failure === null && <Skeleton shape="rows" count={3} />}
      {value !== null && value.wish !== null && (
        <WishNotice limits={value.limits} wish={value.wish} onDecide={decide} />
      )}
      {value !== null && (
        <LimitsForm
          key={JSON.stringify(value.limits)}
          limits={value.limits}
          refusal={refusal}
          onSave={(limits) => take(() => http.call(changeOneOperator, { body: { limits } }, { handlesErrors: true }))}
        />
      )}
    </section>
  );
});

interface WishNoticeProps {
  limits: OneOperatorLimits;
  wish: NonNullable<OneOperatorState['wish']>;
  onDecide(limits: OneOperatorLimits, agreed: boolean): void;
}

const WishNotice = observer(function WishNotice({ limits, wish, onDecide }: WishNoticeProps) {
  const t = useText();
  const i18n = useService(I18N);
  const { by, at, isOwn } = wish;
  const raised = LEDGER_UNITS.filter((unit) => wish.limits[unit] > limits[unit]).map((unit) =>
    t(`shell:amount.${unit}`, { amount: shownAmount(unit, wish.limits[unit]) }),
  );
  return (
    <Notice
      kind="info"
      actions={
        <span className="rp-money-decide">
          {!isOwn && (
            <Button size="small" onClick={() => onDecide(wish.limits, true)}>
              {t('membership:operator.agree')}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => onDecide(wish.limits, false)}>
            {t(isOwn ? 'membership:one.withdraw' : 'membership:operator.disagree')}
          </Button>
        </span>
      }
    >
      {t(isOwn ? 'membership:one.own-wish' : 'membership:one.wish', {
        ...{ by, time: i18n.time(at), limits: enumerated(raised, i18n) },
      })}
    </Notice>
  );
});

interface LimitsFormProps {
  limits: OneOperatorLimits;
  refusal: string | null;
  onSave(limits: OneOperatorLimits): Promise<void>;
}

function LimitsForm({ limits, refusal, onSave }: LimitsFormProps) {
  const t = useText();
  // Money in yuan.
  const [draft, setDraft] = useState<Record<LedgerUnit, number | null>>({ ...limits, fen: limits.fen / 100 });
  const [isTried, setTried] = useState(false);
  const isWrong = (unit: LedgerUnit): boolean => (draft[unit] ?? -1) < 0;
  return (
    <Form
      label={t('membership:one.title')}
      submit={t('membership:one.save')}
      error={refusal}
      onSubmit={() => {
        setTried(true);
        if (LEDGER_UNITS.some(isWrong)) return undefined;
        const whole = LEDGER_UNITS.map((unit) => [unit, Math.round((draft[unit] ?? 0) * (unit === 'fen' ? 100 : 1))]);
        // Each unit is a key, as the list holds all of them.
        return onSave(Object.fromEntries(whole) as OneOperatorLimits);
      }}
    >
      <div className="rp-money-pair">
        {LEDGER_UNITS.map((unit) => (
          <NumberField
            key={unit}
            label={t(`shell:unit.${unit}`)}
            digits={unit === 'fen' ? 2 : 0}
            buttons={false}
            value={draft[unit]}
            error={isTried && isWrong(unit) ? t('membership:one.wrong') : null}
            onChange={(value) => setDraft({ ...draft, [unit]: value })}
          />
        ))}
      </div>
    </Form>
  );
}
