import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE, type CaptionStyle } from '#plugins/mixing/captions.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { Editable } from '../fields/Editable.tsx';
import { LookButtons } from '../fields/LookButtons.tsx';
import { change } from '../store/edit-project.ts';
import type { EditorStore } from '../store/EditorStore.ts';
import { useEditor } from '../store/use-editor.ts';

/** Beside the preview: looks for the text that is worked on; where there is none yet, a title begins with the look. */
export const TextLooks = observer(function TextLooks() {
  const t = useText();
  const store = useEditor();
  const kind = shownText(store);
  return (
    <Editable>
      <LookButtons
        size="small"
        label={t('mixing:editor.looks-of', { text: t(`mixing:editor.looks-of-${kind}`) })}
        style={styleOf(store, kind)}
        onLook={(look) => putOn(store, kind, look)}
      />
    </Editable>
  );
});

/** Texts that share a style. */
type TextKind = 'titles' | 'subtitles' | 'groups';

/** The texts that are worked on, or the first that there are. */
function shownText({ work: { selected }, project }: EditorStore): TextKind {
  const { titles, subtitles, groups } = project;
  if (selected.kind === 'titles' || selected.kind === 'subtitles') return selected.kind;
  const hasGroupText = groups.some(({ text }) => text !== '');
  if ('group' in selected && hasGroupText) return 'groups';
  if (titles !== null) return 'titles';
  if (subtitles !== null) return 'subtitles';
  return hasGroupText ? 'groups' : 'titles';
}

function styleOf({ project: { titles, subtitles, textStyle } }: EditorStore, kind: TextKind): CaptionStyle {
  if (kind === 'groups') return textStyle;
  return kind === 'titles' ? (titles?.style ?? DEFAULT_TITLE_STYLE) : (subtitles?.style ?? DEFAULT_CAPTION_STYLE);
}

function putOn(store: EditorStore, kind: TextKind, look: Partial<CaptionStyle>): void {
  const style = { ...styleOf(store, kind), ...look };
  const { titles, subtitles } = store.project;
  if (kind === 'groups') store.edit(change({ textStyle: style }));
  else if (kind === 'subtitles') store.edit(change({ subtitles: { cues: subtitles?.cues ?? [], style } }));
  else {
    store.edit(change({ titles: { texts: titles?.texts ?? [''], seconds: titles?.seconds ?? 2.5, style } }));
    if (titles === null) store.work.select({ kind: 'titles' });
  }
}
