import { FITS, RATIOS, RESOLUTIONS } from '#core/contract/picture.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';

import { change } from '../store/edit-project.ts';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';

/** What holds for every video of the project. */
export const ProjectSettings = observer(function ProjectSettings() {
  const t = useText();
  const seconds = useSeconds();
  const store = useEditor();
  const { ratio, resolution, fit, order, shotSeconds, evenSound } = store.project;
  return (
    <>
      <RadioGroup
        look="cards"
        label={t('mixing:editor.ratio')}
        value={ratio}
        options={RATIOS.map((value) => ({ value, text: value, picture: <Shape ratio={value} /> }))}
        onChange={(value) => store.edit(change({ ratio: value }))}
      />
      <RadioGroup
        look="segments"
        label={t('mixing:editor.resolution')}
        value={resolution}
        options={RESOLUTIONS.map((value) => ({ value, text: `${value}p` }))}
        onChange={(value) => store.edit(change({ resolution: value }))}
      />
      <RadioGroup
        look="segments"
        label={t('mixing:editor.fit')}
        value={fit}
        options={FITS.map((value) => ({ value, text: t(`mixing:editor.fit-${value}`) }))}
        onChange={(value) => store.edit(change({ fit: value }))}
      />
      <Slider
        label={t('mixing:editor.shot-seconds')}
        value={shotSeconds}
        min={1}
        max={15}
        step={0.5}
        shown={seconds(shotSeconds)}
        hint={t('mixing:editor.shot-seconds-note')}
        onChange={(value) => store.edit(change({ shotSeconds: value }), 'shotSeconds')}
      />
      <Switch
        label={t('mixing:editor.shuffled')}
        hint={t('mixing:editor.shuffled-note')}
        checked={order === 'shuffled'}
        onChange={(isOn) => store.edit(change({ order: isOn ? 'shuffled' : 'fixed' }))}
      />
      <Switch
        label={t('mixing:editor.even-sound')}
        hint={t('mixing:editor.even-sound-note')}
        checked={evenSound}
        onChange={(isOn) => store.edit(change({ evenSound: isOn }))}
      />
    </>
  );
});

/** Pixels of the longer side. */
const SHAPE_SIDE = 14;

function Shape({ ratio }: { ratio: string }) {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const scale = SHAPE_SIDE / Math.max(across, down);
  const [width, height] = [across * scale, down * scale];
  // All are as high together with their margins, so that what stands below them is in one line.
  const marginBlock = (SHAPE_SIDE - height) / 2;
  return <i className="rp-ed-shape" aria-hidden="true" style={{ width, height, marginBlock }} />;
}
