import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';

import { fieldOfMoment, momentOfField } from '../fields/moment.ts';
import { MomentField } from '../fields/MomentField.tsx';

interface MoveDialogProps extends DialogControl<string> {
  /** Of the post. */
  name: string;
  at: string;
}

/** Asks when a post goes out. Closes with an ISO time. */
export default function MoveDialog({ name, at, close }: MoveDialogProps) {
  const t = useText();
  const [value, setValue] = useState(() => fieldOfMoment(new Date(at)));
  const [now] = useState(() => fieldOfMoment(new Date()));
  const [fault, setFault] = useState<'at' | 'past' | null>(null);

  function save(): void {
    const moment = momentOfField(value);
    if (moment === null) setFault('at');
    else if (moment.getTime() < Date.now()) setFault('past');
    else close(moment.toISOString());
  }
  return (
    <>
      <DialogTitle>{t('publishing:posts.move-title', { name })}</DialogTitle>
      <Form
        label={t('publishing:posts.move-title', { name })}
        submit={t('publishing:posts.move-confirm')}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={save}
      >
        <MomentField
          label={t('publishing:when.time')}
          required
          opensFocused
          value={value}
          min={now}
          error={fault === null ? null : t(`publishing:when.fault-${fault}`)}
          onChange={setValue}
        />
      </Form>
    </>
  );
}
