import {
  Button,
  DIALOGS,
  observer,
  ProgressBar,
  usePluginCallback,
  useService,
  useStore,
  useText,
} from '@reelport/core';
import { ColorField } from '@reelport/core/ui/ColorField';
import { Form } from '@reelport/core/ui/Form';
import { Slider } from '@reelport/core/ui/Slider';
import { TextField } from '@reelport/core/ui/TextField';
import { useEffect } from 'react';

import { CoverPreview } from './CoverPreview.tsx';
import { KitsStore } from './KitsStore.ts';

/** A kit's fields, and a preview of the cover. */
export const KitEditor = observer(function KitEditor() {
  const t = useText();
  const store = useStore(KitsStore);
  const { draft, type } = store;
  if (draft === null) return null;
  const { fields } = draft;
  const percent = (value: number): string => `${Math.round(value * 100)}%`;
  return (
    <section className="bk-editor">
      <Form
        label={t('brand-kit:editor')}
        submit={t('brand-kit:save')}
        disabled={!store.maySave}
        actions={<Button onClick={store.leave}>{t('brand-kit:close')}</Button>}
        onSubmit={store.save}
      >
        <TextField
          label={t('brand-kit:field.name')}
          value={fields.name}
          most={40}
          required
          onChange={(name) => type({ name })}
        />
        <div className="bk-editor__colors">
          <ColorField label={t('brand-kit:field.color')} value={fields.color} onChange={(color) => type({ color })} />
          <ColorField
            label={t('brand-kit:field.outline-color')}
            value={fields.outlineColor}
            onChange={(outlineColor) => type({ outlineColor })}
          />
        </div>
        <FromPicture />
        <Slider
          label={t('brand-kit:field.size')}
          value={fields.size}
          min={30}
          max={160}
          shown={percent(fields.size / 1000)}
          onChange={(size) => type({ size })}
        />
        <Slider
          label={t('brand-kit:field.position')}
          value={Math.round(fields.position * 100)}
          min={5}
          max={95}
          shown={percent(fields.position)}
          onChange={(position) => type({ position: position / 100 })}
        />
        <TextField
          label={t('brand-kit:field.watermark')}
          value={fields.watermark}
          most={40}
          placeholder={t('brand-kit:field.watermark-example')}
          onChange={(watermark) => type({ watermark })}
        />
      </Form>
      <CoverPreview kit={fields} scale={store.textScale} />
    </section>
  );
});

/** Extracts both colours from a picture in the library. */
const FromPicture = observer(function FromPicture() {
  const t = useText();
  const store = useStore(KitsStore);
  const dialogs = useService(DIALOGS);
  const kit = store.edited;
  const palette = kit === undefined ? null : store.paletteOf(kit);
  const paletteTask = kit?.paletteTask ?? null;
  const isRunning = paletteTask !== null || (palette !== null && !palette.isEnded);
  useEffect(() => {
    if (kit !== undefined && paletteTask !== null) store.follow(paletteTask, kit.id);
  }, [store, kit, paletteTask]);
  useEffect(() => {
    if (kit !== undefined) store.takeColors(kit);
    // Only reset when the saved colours change, so that other saves do not discard what is being typed.
    // oxlint-disable-next-line react/exhaustive-deps -- only other colours
  }, [store, kit?.id, kit?.color, kit?.outlineColor]);
  const choose = usePluginCallback(async () => {
    if (kit === undefined) return;
    const materialId = await dialogs.open<string>('brand-kit/picture');
    if (materialId !== undefined) await store.extract(kit.id, materialId);
  });
  return (
    <div className="bk-palette">
      <Button
        size="small"
        icon="image"
        busy={isRunning}
        disabled={kit === undefined}
        title={kit === undefined ? t('brand-kit:palette.save-first') : undefined}
        onClick={choose}
      >
        {t('brand-kit:palette.open')}
      </Button>
      {isRunning && <ProgressBar value={palette?.progress ?? 0} label={t('brand-kit:task.palette')} />}
      <p role="status">
        {isRunning
          ? t('brand-kit:palette.running')
          : (palette?.problem ?? (palette === null ? '' : t('brand-kit:palette.done')))}
      </p>
    </div>
  );
});
