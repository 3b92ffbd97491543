import { useState } from 'react';

import { LEVELS, type Level } from '#core/contract/tiers.ts';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { readTierRules, saveTierRules, type HeldTiers } from '#plugins/membership/calls.ts';
import {
  FEATURE_NAMES,
  LIMIT_NAMES,
  USUAL_TIER_RULES,
  type FeatureName,
  type LimitName,
} from '#plugins/membership/tier-rules.ts';
import { lossesText } from './loss-text.ts';
import { MoneyNav } from './MoneyNav.tsx';
import { draftOfRules, rulesOfDraft, type LimitDraft, type TierDraft } from './tier-draft.ts';

/** What each level holds, to be edited. */
export default observer(function TierRulesPage() {
  const t = useText();
  const http = useService(HTTP);
  const held = useLive<LiveValue<HeldTiers>>(
    (scope) =>
      new LiveValue(scope, (signal): Promise<HeldTiers> =>
        http.call(readTierRules, {}, { signal, handlesErrors: true }),
      ),
  );
  const { value, failure } = held;
  return (
    <>
      <MoneyNav />
      <PageFrame title={t('membership:operator.tiers')} about={t('membership:operator.tiers-about')}>
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure.error} onRetry={() => void held.load()} />
        )}
        {value === null ? (
          failure === null && <Skeleton shape="rows" count={6} />
        ) : (
          <TierForm
            key={JSON.stringify(value.rules)}
            held={value}
            onSaved={(rules) => {
              held.put({ ...value, rules });
            }}
          />
        )}
      </PageFrame>
    </>
  );
});

const TierForm = observer(function TierForm({
  held,
  onSaved,
}: {
  held: HeldTiers;
  onSaved(rules: HeldTiers['rules']): void;
}) {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const dialogs = useService(DIALOGS);
  const toasts = useService(TOASTS);
  const [draft, setDraft] = useState<TierDraft>(() => draftOfRules(held.rules));
  const [refusal, setRefusal] = useState<string | null>(null);

  async function save(isAgreed = false): Promise<void> {
    const rules = rulesOfDraft(draft);
    if (rules === null) return setRefusal(t('membership:tiers.wrong'));
    setRefusal(null);
    try {
      const body = { rules, before: held.rules, isAgreed };
      const answer = await http.call(saveTierRules, { body }, { handlesErrors: true });
      if (answer.isSaved) {
        toasts.show({ kind: 'success', text: () => t('membership:tiers.saved'), key: 'membership.tiers' });
        return onSaved(answer.rules);
      }
      const agrees = await dialogs.confirm({
        title: 'membership:tiers.losses-title',
        text: 'membership:tiers.losses-text',
        params: { losses: lossesText(answer.losses, i18n) },
        confirm: 'membership:tiers.losses-confirm',
        destructive: true,
      });
      if (agrees) await save(true);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  const putLimit = (level: Level, limit: LimitName, next: LimitDraft): void => {
    const limits = { ...draft.limits, [level]: { ...draft.limits[level], [limit]: next } };
    setDraft({ ...draft, limits });
  };
  return (
    <Form
      label={t('membership:operator.tiers')}
      submit={t('membership:tiers.save')}
      error={refusal}
      onSubmit={() => save()}
      actions={<Button onClick={() => setDraft(draftOfRules(USUAL_TIER_RULES))}>{t('membership:tiers.usual')}</Button>}
    >
      <div className="rp-tier-levels">
        {LEVELS.map((level) => (
          <section key={level} className="rp-money-card" aria-label={t(`shell:tier.${level}`)}>
            <h2>{t(`shell:tier.${level}`)}</h2>
            {LIMIT_NAMES.map((limit) => (
              <LimitField
                key={limit}
                limit={limit}
                draft={draft.limits[level][limit]}
                isTried={refusal !== null}
                onChange={(next) => putLimit(level, limit, next)}
              />
            ))}
          </section>
        ))}
      </div>
      <section className="rp-money-card" aria-label={t('membership:tiers.features')}>
        <h2>{t('membership:tiers.features')}</h2>
        <div className="rp-tier-levels">
          {FEATURE_NAMES.map((feature) => (
            <FeatureField
              key={feature}
              feature={feature}
              level={draft.features[feature]}
              isSold={held.sold.includes(feature)}
              onChange={(level) => setDraft({ ...draft, features: { ...draft.features, [feature]: level } })}
            />
          ))}
        </div>
      </section>
      <section className="rp-money-card" aria-label={t('membership:tiers.plugins')}>
        <h2>{t('membership:tiers.plugins')}</h2>
        <p>{t('membership:tiers.plugins-about')}</p>
        <Link className="rp-shop-link" to="/operator/plugins">
          {t('membership:tiers.plugins-go')}
        </Link>
      </section>
    </Form>
  );
});

interface LimitFieldProps {
  limit: LimitName;
  draft: LimitDraft;
  /** Shows which number is wrong. */
  isTried: boolean;
  onChange(draft: LimitDraft): void;
}

function LimitField({ limit, draft, isTried, onChange }: LimitFieldProps) {
  const t = useText();
  const label = t(`membership:tiers.${limit}`);
  const { value, isUnlimited } = draft;
  const isWrong = !isUnlimited && (value === null || value <= 0);
  return (
    <div className="rp-tier-limit">
      <NumberField
        label={label}
        unit={limit === 'gigabytes' && !isUnlimited ? 'GB' : undefined}
        digits={limit === 'gigabytes' ? undefined : 0}
        buttons={false}
        disabled={isUnlimited}
        value={isUnlimited ? null : value}
        error={isTried && isWrong ? t('membership:operator.number-wrong') : null}
        onChange={(next) => onChange({ ...draft, value: next })}
      />
      {limit !== 'devices' && (
        <Checkbox
          label={t('membership:unlimited')}
          checked={isUnlimited}
          onChange={(checked) => onChange({ ...draft, isUnlimited: checked })}
        />
      )}
    </div>
  );
}

interface FeatureFieldProps {
  feature: FeatureName;
  level: Level | null;
  /** Whether an installed plugin has it. */
  isSold: boolean;
  onChange(level: Level | null): void;
}

function FeatureField({ feature, level, isSold, onChange }: FeatureFieldProps) {
  const t = useText();
  return (
    <Select
      label={t(`membership:feature.${feature}`)}
      hint={isSold ? undefined : t('membership:tiers.feature-unused')}
      value={level ?? 'none'}
      options={[
        ...LEVELS.map((value) => ({ value, text: t('membership:tiers.from', { level: t(`shell:tier.${value}`) }) })),
        { value: 'none' as const, text: t('membership:tiers.from-none') },
      ]}
      onChange={(next) => onChange(next === 'none' ? null : next)}
    />
  );
}
