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
import { useEffect, useId, type ReactNode } from 'react';

import { CoverPreview } from './CoverPreview.tsx';
import { KitsStore } from './KitsStore.ts';

/** A kit's fields, and a preview of the cover. */
export const KitEditor = observer(function KitEditor() {
  const t = useText();
  const store = useStore(KitsStore);
  const { draft, type } = store;
  const save = usePluginCallback(() => store.save());
  if (draft === null) return null;
  const { fields } = draft;
  const percent = (value: number): string => `${Math.round(value * 100)}%`;
  return (
    // Not a form: the sandboxed frame of an isolated plugin cannot submit forms, not even to its own code.
    <section
      className="bk-editor"
      aria-label={t('brand-kit:editor')}
      onKeyDown={({ key, target, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
        if (target.type === 'text' && store.maySave) save();
      }}
    >
      <div className="bk-editor__fields">
        <Field label={t('brand-kit:field.name')}>
          {(id) => (
            <input
              id={id}
              className="bk-input"
              value={fields.name}
              maxLength={40}
              required
              autoComplete="off"
              onChange={({ currentTarget }) => type({ name: currentTarget.value })}
            />
          )}
        </Field>
        <div className="bk-editor__colors">
          <Field label={t('brand-kit:field.color')}>
            {(id) => (
              <input
                id={id}
                type="color"
                className="bk-color"
                value={fields.color}
                onChange={({ currentTarget }) => type({ color: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t('brand-kit:field.outline-color')}>
            {(id) => (
              <input
                id={id}
                type="color"
                className="bk-color"
                value={fields.outlineColor}
                onChange={({ currentTarget }) => type({ outlineColor: currentTarget.value })}
              />
            )}
          </Field>
        </div>
        <FromPicture />
        <Field label={t('brand-kit:field.size')} value={percent(fields.size / 1000)}>
          {(id) => (
            <input
              id={id}
              type="range"
              className="bk-range"
              min={30}
              max={160}
              value={fields.size}
              onChange={({ currentTarget }) => type({ size: Number(currentTarget.value) })}
            />
          )}
        </Field>
        <Field label={t('brand-kit:field.position')} value={percent(fields.position)}>
          {(id) => (
            <input
              id={id}
              type="range"
              className="bk-range"
              min={5}
              max={95}
              value={Math.round(fields.position * 100)}
              onChange={({ currentTarget }) => type({ position: Number(currentTarget.value) / 100 })}
            />
          )}
        </Field>
        <Field label={t('brand-kit:field.watermark')}>
          {(id) => (
            <input
              id={id}
              className="bk-input"
              value={fields.watermark}
              maxLength={40}
              placeholder={t('brand-kit:field.watermark-example')}
              autoComplete="off"
              onChange={({ currentTarget }) => type({ watermark: currentTarget.value })}
            />
          )}
        </Field>
        <div className="bk-editor__actions">
          <Button onClick={store.leave}>{t('brand-kit:close')}</Button>
          <Button variant="primary" busy={store.isSaving} disabled={!store.maySave} onClick={save}>
            {t('brand-kit:save')}
          </Button>
        </div>
      </div>
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

function Field({ label, value, children }: { label: string; value?: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div className="bk-field">
      <label htmlFor={id}>{label}</label>
      {value !== undefined && <output htmlFor={id}>{value}</output>}
      {children(id)}
    </div>
  );
}
