import type { KeyboardEvent } from 'react';

import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Selected } from '../store/Selected.ts';
import { useEditor } from '../store/use-editor.ts';
import { ClipSettings } from './ClipSettings.tsx';
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

/** The settings of whatever is selected. */
export const SettingsPanel = observer(function SettingsPanel() {
  const t = useText();
  const store = useEditor();
  const { selected } = store;
  const { kind } = selected;
  const chosen = 'group' in selected ? CHOSEN[selected.kind] : null;
  const title = chosen?.title ?? TABS.find((tab) => tab.kind === kind)?.title ?? 'mixing:editor.tab-project';

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = TABS.findIndex((tab) => tab.kind === kind);
    const next = TABS[(at + step + TABS.length) % TABS.length] ?? TABS[0];
    store.select({ kind: next.kind });
    event.currentTarget.querySelector<HTMLElement>(`[data-kind="${next.kind}"]`)?.focus();
  };

  return (
    <section className="rp-ed-settings" aria-label={t('mixing:editor.settings')}>
      <div className="rp-ed-settings__tabs" role="tablist" aria-label={t('mixing:editor.settings')} onKeyDown={move}>
        {chosen !== null && (
          <button
            type="button"
            role="tab"
            aria-selected
            aria-label={t(chosen.title)}
            title={t(chosen.title)}
            data-kind={kind}
          >
            <Icon name={chosen.icon} />
          </button>
        )}
        {TABS.map((tab) => (
          <button
            key={tab.kind}
            type="button"
            role="tab"
            aria-selected={tab.kind === kind}
            aria-label={t(tab.title)}
            title={t(tab.title)}
            data-kind={tab.kind}
            tabIndex={tab.kind === kind || (chosen !== null && tab.kind === 'project') ? 0 : -1}
            onClick={() => store.select({ kind: tab.kind })}
          >
            <Icon name={tab.icon} />
          </button>
        ))}
      </div>
      <div className="rp-ed-settings__body" role="tabpanel" aria-label={t(title)} tabIndex={0}>
        <h2>{t(title)}</h2>
        <Settings key={keyOf(selected)} selected={selected} />
      </div>
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
  switch (selected.kind) {
    case 'project':
      return <ProjectSettings />;
    case 'titles':
      return <TitleSettings />;
    case 'subtitles':
      return <SubtitleSettings />;
    case 'music':
      return <MusicSettings />;
    case 'voice':
      return <VoiceSettings />;
    case 'group':
      return <GroupSettings id={selected.group} />;
    case 'joint':
      return <JointSettings id={selected.group} />;
    case 'clip':
      return <ClipSettings group={selected.group} material={selected.material} />;
  }
}
