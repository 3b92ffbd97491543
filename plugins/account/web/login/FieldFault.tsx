import type { MessageKey } from '#core/contract/message-keys.ts';
import { useText } from '#core/web/react/use-text.ts';

export interface FieldFaultProps {
  /** What the field is described by. */
  id: string;
  /** Nothing is drawn without one. */
  fault: MessageKey | undefined;
}

/** What is wrong with the field above. */
export function FieldFault({ id, fault }: FieldFaultProps) {
  const t = useText();
  if (fault === undefined) {
    return null;
  }
  return (
    <p id={id} className="rp-login-fault" role="alert">
      {t(fault)}
    </p>
  );
}
