import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FoundText, PlaceList, PlaceTime } from '#core/web/tools/PlaceParts.tsx';
import { EditorPart, secondsOf, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { MOST_PLACES } from '#plugins/removal/removal-settings.ts';
import {
  boxEdit,
  isWhole,
  problemOf,
  textEdit,
  withPart,
  withWindow,
  type CleanedVideo,
  type RemovalEdit,
} from '../draft/cleaned-video.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { windowsOf } from './place-names.ts';

const NEW_BOX = { x: 0.1, y: 0.72, width: 0.8, height: 0.14 };

interface RemovalSettingsProps {
  open: OpenVideo;
  video: CleanedVideo;
  chosen: RemovalEdit | null;
  onChoose(id: string | null): void;
}

/** The places of the shown video, and how the chosen one is set. */
export const RemovalSettings = observer(function RemovalSettings(properties: RemovalSettingsProps) {
  const { open, video, chosen, onChoose } = properties;
  const t = useText();
  const draft = useStore(RemovalDraft);
  const { id, material, edits } = video;
  const problem = problemOf(video);
  const others = draft.batch.others(id);
  return (
    <>
      {problem !== null && (
        <Notice kind={problem === 'preparing' || problem === 'no-place' ? 'info' : 'error'}>
          {problem === 'failed' && material.error !== null ? material.error : t(`removal:problem.${problem}-text`)}
        </Notice>
      )}
      <EditorPart
        title={t('removal:places')}
        onApplyToAll={others.length > 0 && edits.length > 0 ? () => draft.apply(id, others) : undefined}
      >
        <PlaceList
          {...{ open, onChoose }}
          places={windowsOf(t, edits)}
          chosen={chosen?.id ?? null}
          add={<AddPlaces video={video} onChoose={onChoose} />}
          onRemove={(edit) => draft.set(id, (before) => before.filter((other) => other.id !== edit))}
        />
        <p className="rp-place-hint">{t('removal:draw-hint', { most: MOST_PLACES })}</p>
      </EditorPart>
      {chosen !== null && <PlaceSettings open={open} video={video} edit={chosen} />}
    </>
  );
});

/** Adds a box, or all text. */
const AddPlaces = observer(function AddPlaces({ video, onChoose }: Pick<RemovalSettingsProps, 'video' | 'onChoose'>) {
  const t = useText();
  const draft = useStore(RemovalDraft);
  const isReadOnly = useReadOnly();
  const { id, edits } = video;
  const isFull = isReadOnly || edits.length >= MOST_PLACES;
  const add = (added: RemovalEdit): void => {
    draft.set(id, (before) => [...before, added]);
    onChoose(added.id);
  };
  return (
    <>
      <Button size="small" icon="plus" disabled={isFull} onClick={() => add(boxEdit(NEW_BOX))}>
        {t('removal:add-box')}
      </Button>
      <Button size="small" icon="captions" disabled={isFull} onClick={() => add(textEdit())}>
        {t('removal:add-text')}
      </Button>
    </>
  );
});

interface PlaceSettingsProps {
  open: OpenVideo;
  video: CleanedVideo;
  edit: RemovalEdit;
}

/** What is removed at a place, and when. */
const PlaceSettings = observer(function PlaceSettings({ open, video, edit }: PlaceSettingsProps) {
  const t = useText();
  const draft = useStore(RemovalDraft);
  const { window, removal } = edit;
  const set = (change: (before: RemovalEdit) => RemovalEdit): void => draft.setEdit(video.id, edit.id, change);
  return (
    <>
      <EditorPart title={t('removal:removes')}>
        <RadioGroup
          label={t('removal:removes')}
          labelHidden
          look="segments"
          value={removal.removes}
          options={(['strokes', 'all'] as const).map((value) => ({ value, text: t(`removal:removes-${value}`) }))}
          onChange={(removes) => set((before) => ({ ...before, removal: { ...before.removal, removes } }))}
        />
        <p className="rp-place-hint">{t(`removal:removes-${removal.removes}-text`)}</p>
      </EditorPart>
      {removal.place.kind === 'text' && (
        <EditorPart title={t('removal:found-text')}>
          <FoundText
            text={draft.textOf(video.id)}
            languages={draft.languages}
            language={draft.language}
            onLanguage={draft.setLanguage}
            onAgain={() => void draft.findText(video.id, true)}
          />
          <Switch
            label={t('removal:part')}
            hint={t('removal:part-hint')}
            checked={!isWhole(removal.place.area)}
            onChange={(isPart) => set((before) => withPart(before, isPart))}
          />
        </EditorPart>
      )}
      <PlaceTime {...{ open, window }} onReset={() => set((before) => withWindow(before, null, secondsOf(open)))} />
    </>
  );
});
