import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { moveClip, removeClips } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { Afloat } from './Afloat.tsx';

/** What can be done with a clip without dragging it. */
export const ClipMenu = observer(function ClipMenu({ group, material }: { group: string; material: string }) {
  const t = useText();
  const store = useEditor();
  const name = store.materials.get(material)?.name ?? t('mixing:editor.clip-unknown');
  const label = t('mixing:editor.clip-menu', { name });
  const { groups } = store.project;
  const clips = store.groupOf(group)?.materials ?? [];
  const at = clips.findIndex((clip) => clip.material === material);
  return (
    <Popover
      kind="menu"
      label={label}
      trigger={(trigger) => (
        <IconButton {...trigger} icon="more" size="small" label={label} className="rp-ed-clip__menu" />
      )}
    >
      {(close) => {
        const choice = (text: string, icon: IconName, run: () => void, isOff = false) => (
          <button
            key={text}
            type="button"
            role="menuitem"
            className="rp-choice"
            disabled={isOff}
            onClick={() => {
              close();
              run();
            }}
          >
            <Icon name={icon} size={16} />
            {text}
          </button>
        );
        const move = (to: number) => store.edit(moveClip(material, group, { group, at: to }));
        return (
          <Afloat>
            {choice(t('mixing:editor.clip-windows'), 'crop', () => {
              store.select({ kind: 'clip', group, material });
              store.setStep('settings');
            })}
            {choice(t('mixing:editor.clip-up'), 'arrow-up', () => move(at - 1), at <= 0)}
            {choice(t('mixing:editor.clip-down'), 'arrow-down', () => move(at + 1), at >= clips.length - 1)}
            {groups
              .filter(({ id }) => id !== group)
              .map(({ id, name: other, materials }) =>
                choice(t('mixing:editor.clip-to', { name: other }), 'arrow-right', () =>
                  store.edit(moveClip(material, group, { group: id, at: materials.length })),
                ),
              )}
            {choice(t('mixing:editor.clip-remove'), 'trash', () => store.edit(removeClips(group, [material])))}
          </Afloat>
        );
      }}
    </Popover>
  );
});
