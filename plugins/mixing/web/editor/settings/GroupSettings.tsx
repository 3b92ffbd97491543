import { Button } from '#core/web/components/Button.tsx';
import { lazyPart } from '#core/web/react/lazy-part.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Switch } from '#core/web/ui/Switch.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { MixGroup } from '#plugins/mixing/project.ts';
import { change, changeGroup, mayRemoveGroup, removeGroup } from '../store/edit-project.ts';
import { CaptionStyleFields } from '../fields/CaptionStyleFields.tsx';
import { Editable } from '../fields/Editable.tsx';
import { OverlapNote } from '../fields/OverlapNote.tsx';
import { useGlyphNote } from '../fields/use-glyph-note.tsx';
import { EffectSettings } from './EffectSettings.tsx';
import { useEditor } from '../store/use-editor.ts';

const GroupClips = lazyPart(async () => ({ default: (await import('./clip-parts.ts')).GroupClips }));

/** What holds for every shot of a group, and its clips. */
export const GroupSettings = observer(function GroupSettings({ id }: { id: string }) {
  const t = useText();
  const store = useEditor();
  const glyphNote = useGlyphNote();
  const group = store.groupOf(id);
  if (group === undefined) return null;
  const index = store.project.groups.indexOf(group);
  const set = (values: Partial<Omit<MixGroup, 'id'>>, kind: string | null = null) =>
    store.edit(changeGroup(id, values), kind === null ? null : `${kind}.${id}`);
  const { textStyle } = store.project;
  return (
    <>
      <Editable>
        <TextField
          label={t('mixing:editor.group-name')}
          value={group.name}
          most={80}
          error={store.ruleAt(`groups.${index}.name`)}
          onChange={(name) => set({ name }, 'name')}
        />
      </Editable>
      {/* A clip is played in any case. */}
      {group.materials.length > 0 && <GroupClips key={id} group={group} />}
      <Editable>
        <Slider
          label={t('mixing:editor.speed')}
          value={group.speed}
          min={0.5}
          max={2}
          step={0.05}
          shown={`${group.speed.toFixed(2)}×`}
          onChange={(speed) => set({ speed }, 'speed')}
        />
        <Switch label={t('mixing:editor.mirror')} checked={group.mirror} onChange={(mirror) => set({ mirror })} />
        <Switch
          label={t('mixing:editor.keep-sound')}
          checked={group.keepSound}
          onChange={(keepSound) => set({ keepSound })}
        />
        <EffectSettings group={group} />
        <TextField
          label={t('mixing:editor.group-text')}
          value={group.text}
          most={500}
          lines={2}
          placeholder={t('mixing:editor.group-text-hint')}
          hint={glyphNote(group.text)}
          onChange={(text) => set({ text }, 'text')}
        />
        <OverlapNote of={id} />
        {group.text !== '' && (
          <details className="rp-ed-more">
            <summary>{t('mixing:editor.text-style')}</summary>
            <CaptionStyleFields
              style={textStyle}
              onStyle={(values, kind) =>
                store.edit(change({ textStyle: { ...textStyle, ...values } }), `textStyle.${kind}`)
              }
            />
          </details>
        )}
        <Button
          variant="danger"
          size="small"
          icon="trash"
          disabled={!mayRemoveGroup(store.project, id)}
          title={mayRemoveGroup(store.project, id) ? undefined : t('mixing:editor.group-kept')}
          onClick={() => store.edit(removeGroup(id))}
        >
          {t('mixing:editor.group-delete', { count: group.materials.length })}
        </Button>
      </Editable>
    </>
  );
});
