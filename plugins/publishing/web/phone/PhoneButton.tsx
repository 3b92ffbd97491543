import type { ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';

import type { PhoneLinkKind } from '#plugins/publishing/phone-calls.ts';

interface PhoneButtonProps {
  kind: PhoneLinkKind;
  id: string;
  name: string;
  size?: 'small' | 'medium';
  /** For screen readers, where there are several. */
  label?: string;
  children: ReactNode;
}

/** Opens the code by which a post, or what waits of a task or an account, is published on a phone. */
export function PhoneButton({ kind, id, name, size = 'medium', label, children }: PhoneButtonProps) {
  const dialogs = useService(DIALOGS);
  const open = usePluginCallback(() => dialogs.open('publishing/phone', { kind, id, name }));
  return (
    <Button size={size} icon="qr" aria-label={label} onClick={open}>
      {children}
    </Button>
  );
}
