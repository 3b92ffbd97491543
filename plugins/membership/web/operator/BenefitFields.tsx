import { LEDGER_UNITS } from '#core/contract/ledger.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import type { Benefit } from '#plugins/membership/benefit.ts';
import { SOLD_LEVELS, type SoldLevel } from '#plugins/membership/price-list.ts';

type Unit = Extract<Benefit, { kind: 'amount' }>['unit'];
const UNITS = LEDGER_UNITS.filter((unit): unit is Unit => unit !== 'days');

/** What is being filled in: a level for so many days, or so much of a unit. */
export interface BenefitDraft {
  kind: Benefit['kind'];
  level: SoldLevel;
  days: number | null;
  unit: Unit;
  /** In yuan for money. */
  amount: number | null;
}

export const NEW_BENEFIT: BenefitDraft = { kind: 'level', level: 'level1', days: 30, unit: 'publishes', amount: 100 };

/** @returns null while a number is missing, or below 1 */
export function benefitOf({ kind, level, days, unit, amount }: BenefitDraft): Benefit | null {
  if (kind === 'level') return days === null || days < 1 || days > 3650 ? null : { kind, level, days };
  const whole = amount === null ? 0 : Math.round(unit === 'fen' ? amount * 100 : amount);
  return whole < 1 ? null : { kind, unit, amount: whole };
}

interface BenefitFieldsProps {
  draft: BenefitDraft;
  /** Shows which number is wrong. */
  isTried: boolean;
  onChange(draft: BenefitDraft): void;
}

/** What an operator gives. */
export function BenefitFields({ draft, isTried, onChange }: BenefitFieldsProps) {
  const t = useText();
  const error = isTried && benefitOf(draft) === null ? t('membership:operator.number-wrong') : null;
  return (
    <>
      <RadioGroup
        look="segments"
        label={t('membership:operator.give')}
        value={draft.kind}
        options={(['level', 'amount'] as const).map((value) => ({
          value,
          text: t(`membership:operator.give-${value}`),
        }))}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      {draft.kind === 'level' ? (
        <div className="rp-money-pair">
          <Select
            label={t('membership:shop.which-level')}
            value={draft.level}
            options={SOLD_LEVELS.map((value) => ({ value: value as SoldLevel, text: t(`shell:tier.${value}`) }))}
            onChange={(level) => onChange({ ...draft, level })}
          />
          <NumberField
            label={t('membership:operator.days')}
            value={draft.days}
            digits={0}
            error={error}
            onChange={(days) => onChange({ ...draft, days })}
          />
        </div>
      ) : (
        <div className="rp-money-pair">
          <Select
            label={t('membership:operator.unit')}
            value={draft.unit}
            options={UNITS.map((value) => ({ value, text: t(`shell:unit.${value}`) }))}
            onChange={(unit) => onChange({ ...draft, unit })}
          />
          <NumberField
            label={t('membership:operator.amount')}
            value={draft.amount}
            digits={draft.unit === 'fen' ? 2 : 0}
            error={error}
            onChange={(amount) => onChange({ ...draft, amount })}
          />
        </div>
      )}
    </>
  );
}
