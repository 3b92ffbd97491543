import { useDeferredValue, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MissingPage } from '../parts/MissingPage.tsx';
import { Board } from './board/Board.tsx';
import { Lanes } from './board/Lanes.tsx';
import { ConflictBar } from './ConflictBar.tsx';
import { EffectBar } from './EffectBar.tsx';
import { EditorHead } from './EditorHead.tsx';
import type { EditorStore } from './store/EditorStore.ts';
import { useWanted } from './fields/use-wanted.ts';
import { LibraryBar } from './LibraryBar.tsx';
import { MakeBar } from './MakeBar.tsx';
import { STEPS } from './store/Selected.ts';
import { SampleBar } from './SampleBar.tsx';
import { SettingsPanel } from './settings/SettingsPanel.tsx';
import { PreviewStage } from './stage/PreviewStage.tsx';
import { SplitBar } from './stage/SplitBar.tsx';
import { YieldStrip } from './stage/YieldStrip.tsx';
import { TemplateGallery } from './templates/TemplateGallery.tsx';
import { EditorContext, useEditor } from './store/use-editor.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFileDrop } from './use-file-drop.ts';
import './Editor.css';

/** A project being edited. */
export const Editor = observer(function Editor({ store }: { store: EditorStore }) {
  const t = useText();
  const again = usePluginCallback(store.open);
  // Drawn in steps between which others get on: the first picture is fetched and decoded meanwhile.
  const state = useDeferredValue(store.state);
  if (state === 'loading') return <PageSkeleton plugin="mixing" />;
  if (state === 'missing') {
    return <MissingPage icon="scissors" title={t('mixing:editor.missing-title')} text={t('mixing:project-missing')} />;
  }
  if (state === 'failed') {
    return <LoadError text={t('mixing:editor.not-read')} error={store.failure} onRetry={again} />;
  }
  return (
    <EditorContext value={store}>
      <Workplace />
    </EditorContext>
  );
});

const Workplace = observer(function Workplace() {
  const t = useText();
  const store = useEditor();
  const page = useRef<HTMLDivElement>(null);
  useWanted(page);
  const { over, onDragOver, onDragLeave, onDrop } = useFileDrop();
  useEditorKeys(store);

  return (
    <div
      ref={page}
      className="rp-editor rp-full-page"
      data-step={store.work.step}
      data-files={over ?? undefined}
      data-tells-uploads=""
      {...{ onDragOver, onDragLeave, onDrop }}
    >
      {/* Head, preview and settings come before the groups; whoever adds clips by keys need not pass them. */}
      <PlainButton
        className="rp-skip"
        onClick={() => page.current?.querySelector<HTMLElement>('.rp-ed-hold button')?.focus()}
      >
        {t('mixing:editor.skip')}
      </PlainButton>
      <EditorHead />
      <div className="rp-ed-notices">
        <LibraryBar />
        <ConflictBar />
        <SampleBar />
        <EffectBar />
      </div>
      <nav className="rp-ed-steps" aria-label={t('mixing:editor.steps')}>
        {STEPS.map((step, index) => (
          <PlainButton
            key={step}
            aria-current={step === store.work.step ? 'step' : undefined}
            onClick={() => store.work.setStep(step)}
          >
            <i>{index + 1}</i>
            {t(`mixing:editor.step-${step}`)}
          </PlainButton>
        ))}
      </nav>
      <div className="rp-ed-stage">
        <YieldStrip />
        {store.choice.isOpen ? <TemplateGallery /> : <PreviewStage />}
      </div>
      <SplitBar page={page} />
      <div className="rp-ed-hold">
        <Board fileOver={over} />
        <Lanes />
      </div>
      <SettingsPanel />
      <MakeBar />
      <div className="rp-ed-next">
        <NextStep />
      </div>
    </div>
  );
});

/** On a narrow page: on to the next step, which is the next thing to do once there are clips. */
const NextStep = observer(function NextStep() {
  const t = useText();
  const store = useEditor();
  const next = STEPS[STEPS.indexOf(store.work.step) + 1];
  if (next === undefined) return null;
  return (
    <Button
      wide
      variant={store.isEmpty ? 'secondary' : 'primary'}
      icon="arrow-right"
      onClick={() => store.work.setStep(next)}
    >
      {t(`mixing:editor.step-${next}`)}
    </Button>
  );
});
