import type { IconName } from '#core/web/components/Icon.tsx';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tabs } from '#core/web/ui/Tabs.tsx';

import { Editable } from '../fields/Editable.tsx';
import type { Selected } from '../store/Selected.ts';
import { useEditor } from '../store/use-editor.ts';
import { ClipSettings } from './ClipSettings.tsx';
import { EditorPanels } from './EditorPanels.tsx';
import { GroupSettings } from './GroupSettings.tsx';
import { JointSettings } from './JointSettings.tsx';
import { MusicSettings } from './MusicSettings.tsx';
import { ProjectSettings } from './ProjectSettings.tsx';
import { SubtitleSettings } from './SubtitleSettings.tsx';
import { TitleSettings } from './TitleSettings.tsx';
import { VoiceSettings } from './VoiceSettings.tsx';
import './SettingsPanel.css';

const TABS = [
  { kind: 'project', icon: 'image', title: 'mixing:editor.tab-project' },
  { kind: 'titles', icon: 'star', title: 'mixing:editor.tab-titles' },
  { kind: 'subtitles', icon: 'captions', title: 'mixing:editor.tab-subtitles' },
  { kind: 'music', icon: 'music', title: 'mixing:editor.tab-music' },
  { kind: 'voice', icon: 'mic', title: 'mixing:editor.tab-voice' },
] as const satisfies ReadonlyArray<{ kind: string; icon: IconName; title: MessageKey }>;

const CHOSEN = {
  group: { icon: 'layers', title: 'mixing:editor.tab-group' },
  clip: { icon: 'film', title: 'mixing:editor.tab-clip' },
  joint: { icon: 'split', title: 'mixing:editor.tab-joint' },
} as const;

/** The settings of the selection. */
export const SettingsPanel = observer(function SettingsPanel() {
  const t = useText();
  const store = useEditor();
  const { selected } = store.work;
  const { kind } = selected;
  const chosen = 'group' in selected ? CHOSEN[selected.kind] : null;
  const title = chosen?.title ?? TABS.find((tab) => tab.kind === kind)?.title ?? 'mixing:editor.tab-project';
  const tabs = [...(chosen === null ? [] : [{ kind, ...chosen }]), ...TABS];

  return (
    <section className="rp-ed-settings" aria-label={t('mixing:editor.settings')}>
      <Tabs
        label={t('mixing:editor.settings')}
        look="wide"
        tabs={tabs.map((tab) => ({ value: tab.kind, text: t(tab.title), icon: tab.icon }))}
        value={kind}
        onChange={(next) => {
          const tab = TABS.find((each) => each.kind === next);
          if (tab !== undefined) store.work.select({ kind: tab.kind });
        }}
      >
        {/* Keys scroll it by its fields, of which a locked project has none. */}
        <div className="rp-ed-settings__body" tabIndex={store.lock === null ? undefined : 0}>
          <h2>{t(title)}</h2>
          <Settings key={keyOf(selected)} selected={selected} />
        </div>
      </Tabs>
    </section>
  );
});

function keyOf(selected: Selected): string {
  return 'material' in selected
    ? `${selected.group} ${selected.material}`
    : 'group' in selected
      ? `${selected.kind} ${selected.group}`
      : selected.kind;
}

function Settings({ selected }: { selected: Selected }) {
  // They play clips in any case.
  if (selected.kind === 'clip') return <ClipSettings group={selected.group} material={selected.material} />;
  if (selected.kind === 'group') return <GroupSettings id={selected.group} />;
  return (
    <Editable>
      <SharedSettings selected={selected} />
    </Editable>
  );
}

function SharedSettings({ selected }: { selected: Exclude<Selected, { kind: 'clip' | 'group' }> }) {
  switch (selected.kind) {
    case 'project':
      return (
        <>
          <ProjectSettings />
          <EditorPanels />
        </>
      );
    case 'titles':
      return <TitleSettings />;
    case 'subtitles':
      return <SubtitleSettings />;
    case 'music':
      return <MusicSettings />;
    case 'voice':
      return <VoiceSettings />;
    case 'joint':
      return <JointSettings id={selected.group} />;
  }
}
