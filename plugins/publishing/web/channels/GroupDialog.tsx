import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';

import { GroupField } from '../fields/GroupField.tsx';

interface GroupDialogProps extends DialogControl<string> {
  /** How many accounts are put there. */
  count: number;
  /** Those that they are in now. */
  current: readonly string[];
  groups: readonly string[];
}

/** Asks for a group. Closes with its name, '' for none. */
export default function GroupDialog({ count, current, groups, close }: GroupDialogProps) {
  const t = useText();
  const [group, setGroup] = useState(current.length === 1 ? (current[0] ?? '') : '');
  const leaves = group.trim() === '' && current.length > 0;
  return (
    <>
      <DialogTitle>{t('publishing:channels.group-title', { count })}</DialogTitle>
      <Form
        label={t('publishing:channels.group-title', { count })}
        submit={t(leaves ? 'publishing:channels.group-none' : 'publishing:channels.save')}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={() => close(group.trim())}
      >
        <GroupField groups={groups} value={group} opensFocused onChange={setGroup} />
      </Form>
    </>
  );
}
