import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { SubAccountFacts } from '#plugins/account/calls.ts';

interface FactsFieldsProps {
  facts: SubAccountFacts;
  /** Whether what is missing is told. */
  isTried: boolean;
  onChange(facts: SubAccountFacts): void;
}

/** Name and remark. */
export function FactsFields({ facts, isTried, onChange }: FactsFieldsProps) {
  const t = useText();
  return (
    <>
      <TextField
        label={t('account:sub.name')}
        value={facts.name}
        most={30}
        required
        opensFocused
        error={isTried && facts.name.trim() === '' ? t('account:sub.name-required') : null}
        onChange={(name) => onChange({ ...facts, name })}
      />
      <TextField
        label={t('account:sub.remark')}
        hint={t('account:sub.remark-hint')}
        value={facts.remark}
        most={100}
        onChange={(remark) => onChange({ ...facts, remark })}
      />
    </>
  );
}
