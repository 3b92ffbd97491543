import { useEffect, useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { SeekBar } from '#core/web/components/SeekBar.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { Cover } from '#plugins/publishing/plan-calls.ts';

/** A picture of the library, as a cover shows it. */
export interface CoverPicture {
  id: string;
  name: string;
  url: string | null;
}

export interface ChosenCover {
  cover: Cover | null;
  /** What a picture cover shows. */
  picture: CoverPicture | null;
  isForAll: boolean;
}

export interface CoverDialogProps extends DialogControl<ChosenCover> {
  /** Of the video. */
  name: string;
  url: string | null;
  cover: Cover | null;
  picture: CoverPicture | null;
  /** How many videos there are. */
  count: number;
  /** Asks for a picture; undefined when none was chosen. */
  choosePicture(): Promise<CoverPicture | undefined>;
}

/** Seconds of one press on the buttons beside the line. */
const STEP = 0.1;
const KINDS = ['own', 'frame', 'picture'] as const;

/** Asks what stands for a video before it plays. */
export default function CoverDialog(properties: CoverDialogProps) {
  const { name, url, count, choosePicture, close } = properties;
  const t = useText();
  const [kind, setKind] = useState<(typeof KINDS)[number]>(properties.cover?.kind ?? 'own');
  const [at, setAt] = useState(properties.cover?.kind === 'frame' ? properties.cover.at : 0);
  const [picture, setPicture] = useState(properties.picture);
  const [isForAll, setForAll] = useState(false);
  const choose = usePluginCallback(async () => {
    const chosen = await choosePicture();
    if (chosen !== undefined) setPicture(chosen);
  });
  const isReady = kind !== 'picture' || picture !== null;
  function save(): void {
    if (kind === 'frame') close({ cover: { kind, at: Math.round(at * 1000) / 1000 }, picture: null, isForAll });
    else if (kind === 'picture' && picture !== null) close({ cover: { kind, id: picture.id }, picture, isForAll });
    else if (kind === 'own') close({ cover: null, picture: null, isForAll });
  }
  const title = t('publishing:cover.title', { name });
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t('publishing:cover.save')}
        disabled={!isReady}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={save}
      >
        <RadioGroup
          label={t('publishing:cover.kind')}
          labelHidden
          value={kind}
          options={KINDS.filter((each) => each !== 'frame' || url !== null).map((value) => ({
            value,
            text: t(`publishing:cover.${value}`),
            hint: t(`publishing:cover.${value}-hint`),
          }))}
          onChange={setKind}
        />
        {kind === 'frame' && url !== null && <FrameField url={url} at={at} onChange={setAt} />}
        {kind === 'picture' && (
          <div className="rp-cover__picture">
            {picture !== null && picture.url !== null && <LazyImage src={picture.url} alt={picture.name} />}
            <Button icon="image" onClick={choose}>
              {t(picture === null ? 'publishing:cover.choose' : 'publishing:cover.choose-other')}
            </Button>
          </div>
        )}
        {count > 1 && (
          <Checkbox label={t('publishing:cover.for-all', { count })} checked={isForAll} onChange={setForAll} />
        )}
      </Form>
    </>
  );
}

/** The video, standing still at a time that is looked for on a line. */
function FrameField({ url, at, onChange }: { url: string; at: number; onChange(at: number): void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [duration, setDuration] = useState(0);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    if (video.current !== null && duration > 0) video.current.currentTime = at;
  }, [at, duration]);
  const seek = (time: number): void => onChange(Math.max(0, Math.min(duration, time)));
  if (isBroken) return <p role="alert">{t('publishing:cover.unplayable')}</p>;
  return (
    <div className="rp-cover__frame">
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="auto"
        aria-label={t('publishing:cover.frame-at', { seconds: at.toFixed(1) })}
        onLoadedMetadata={({ currentTarget }) => setDuration(currentTarget.duration || 0)}
        onError={() => setBroken(true)}
      />
      <SeekBar
        label={t('publishing:cover.seek')}
        time={at}
        duration={duration}
        step={STEP}
        disabled={duration === 0}
        shown={t('publishing:cover.frame-at', { seconds: at.toFixed(1) })}
        onSeek={seek}
      />
      <div className="rp-cover__steps">
        <Button size="small" disabled={at <= 0} onClick={() => seek(at - STEP)}>
          {t('publishing:cover.earlier')}
        </Button>
        <span>{t('publishing:cover.frame-at', { seconds: at.toFixed(1) })}</span>
        <Button size="small" disabled={duration === 0 || at >= duration} onClick={() => seek(at + STEP)}>
          {t('publishing:cover.later')}
        </Button>
      </div>
    </div>
  );
}
