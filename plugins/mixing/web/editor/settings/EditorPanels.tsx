import { lazy, Suspense, useCallback, useId, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { EDITOR_PANELS, type EditorPanel, type EditorPanelProps } from '#plugins/mixing/api.ts';
import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';
import { savable } from '../store/savable-project.ts';
import { useEditor } from '../store/use-editor.ts';
import './EditorPanels.css';

/** What plugins draw below the settings of the project. */
export function EditorPanels() {
  return <SlotItems slot={EDITOR_PANELS}>{(panel) => <Panel panel={panel} />}</SlotItems>;
}

const Panel = observer(function Panel({ panel }: { panel: EditorPanel }) {
  const t = useText();
  const store = useEditor();
  const heading = useId();
  // Made anew when somebody tries again after it could not be loaded.
  const [Content] = useState(() => lazy(() => panel.load()));
  const change = useCallback<EditorPanelProps['change']>(
    (edit) => {
      const next = edit(store.project);
      // What was unfinished before may stay so.
      if (!isProject(next) && isProject(store.project)) return false;
      store.edit(() => next);
      return true;
    },
    [store],
  );
  return (
    <section className="rp-ed-panel" aria-labelledby={heading}>
      <h3 id={heading}>{t(panel.title)}</h3>
      <Suspense>
        <Content project={store.project} change={change} />
      </Suspense>
    </section>
  );
});

function isProject(made: MixProject): boolean {
  return typeof made === 'object' && mixProjectSchema.safeParse(savable(made)).success;
}
