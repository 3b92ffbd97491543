import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

const LEAST = 3;

/** Whether somebody wrote more than a placeholder. */
export const isSaid = (text: string): boolean => text.trim().length >= LEAST;

interface ReasonFieldProps {
  value: string;
  /** Whether what is missing is told. */
  isTried: boolean;
  hint?: string;
  onChange(value: string): void;
}

/** Why an operator does something; kept with it. */
export function ReasonField({ value, isTried, hint, onChange }: ReasonFieldProps) {
  const t = useText();
  return (
    <TextField
      label={t('membership:operator.why')}
      {...{ value, hint, onChange }}
      most={200}
      lines={2}
      required
      error={isTried && !isSaid(value) ? t('membership:operator.why-wrong') : null}
    />
  );
}
