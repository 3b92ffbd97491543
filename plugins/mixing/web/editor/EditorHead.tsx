import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useOnline } from '#core/web/react/use-online.ts';
import { useText } from '#core/web/react/use-text.ts';

import { change } from './store/edit-project.ts';
import type { SavingState } from './store/ProjectSaving.ts';
import { OthersHere } from './OthersHere.tsx';
import { useEditor } from './store/use-editor.ts';

const SAVING: Record<SavingState, { icon: IconName; text: `mixing:editor.saving-${SavingState | 'new'}` }> = {
  saved: { icon: 'check', text: 'mixing:editor.saving-saved' },
  dirty: { icon: 'refresh', text: 'mixing:editor.saving-dirty' },
  saving: { icon: 'refresh', text: 'mixing:editor.saving-saving' },
  failed: { icon: 'warning', text: 'mixing:editor.saving-failed' },
  conflict: { icon: 'warning', text: 'mixing:editor.saving-conflict' },
};

/** The edits wait for the network. */
const OFFLINE = { icon: 'warning', text: 'mixing:editor.saving-offline' } as const;

/** The project's name, whether it is saved, and what takes edits back. */
export const EditorHead = observer(function EditorHead() {
  const t = useText();
  const store = useEditor();
  const { history, saving, project } = store;
  const isLocked = store.lock !== null;
  const isNew = store.id === null && saving.state === 'saved';
  const isOnline = useOnline();
  const isWaiting = !isOnline && (saving.state === 'dirty' || saving.state === 'failed');
  const { icon, text } = isWaiting ? OFFLINE : SAVING[saving.state];
  const fault = store.ruleAt('name');
  return (
    <header className="rp-ed-head">
      <h1 className="rp-visually-hidden">{t('mixing:editor.title')}</h1>
      <div className="rp-ed-head__name">
        <PlainInput
          aria-label={t('mixing:editor.name')}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : 'rp-ed-name-fault'}
          data-path="name"
          value={project.name}
          readOnly={isLocked}
          maxLength={100}
          placeholder={t('mixing:editor.name')}
          onChange={({ currentTarget }) => store.edit(change({ name: currentTarget.value }), 'name')}
        />
        {fault !== null && (
          <p id="rp-ed-name-fault" className="rp-ed-fault">
            {fault}
          </p>
        )}
      </div>
      <OthersHere />
      <p className="rp-ed-head__saving" role="status" data-state={saving.state} data-new={isNew || undefined}>
        {isNew ? (
          t('mixing:editor.saving-new')
        ) : (
          <>
            <Icon name={icon} size={16} />
            <span>{t(text)}</span>
          </>
        )}
      </p>
      <IconButton
        icon="grid"
        label={t('mixing:templates.open')}
        aria-pressed={store.choice.isOpen}
        disabled={isLocked && !store.choice.isOpen}
        onClick={() => {
          if (store.choice.isOpen) store.choice.close();
          else store.choice.open();
          store.work.setStep('clips');
        }}
      />
      <IconButton
        icon="undo"
        label={t('mixing:editor.undo')}
        aria-keyshortcuts="Control+Z Meta+Z"
        disabled={isLocked || !history.canUndo}
        onClick={store.undo}
      />
      <IconButton
        icon="redo"
        label={t('mixing:editor.redo')}
        aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
        disabled={isLocked || !history.canRedo}
        onClick={store.redo}
      />
    </header>
  );
});
