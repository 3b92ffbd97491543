import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';

import type { I18n } from '#core/web/i18n/i18n.ts';

import type { DialogStack } from '#core/web/dialogs/create-dialogs.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { closeOffPage } from '../../components/focus-trap.ts';
import './DialogHost.css';

export interface DialogHostProperties {
  dialogs: DialogStack;
  i18n: Pick<I18n, 't'>;
}

/** Renders the open dialogs in a stack; only the top one can be reached. */
export default observer(function DialogHost({ dialogs, i18n }: DialogHostProperties) {
  const { entries } = dialogs;
  const isOpen = entries.length > 0;
  useEffect(() => (isOpen ? closeOffPage() : undefined), [isOpen]);
  if (!isOpen) return null;
  return createPortal(
    <div className="rp-dialogs">
      {entries.map((entry, index) => (
        <DialogFrame key={entry.key} entry={entry} i18n={i18n} isTop={index === entries.length - 1} />
      ))}
    </div>,
    document.body,
  );
});
