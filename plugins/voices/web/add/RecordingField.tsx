import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { Recording } from '#plugins/voices/calls.ts';
import { SOUND_FILES } from '#plugins/voices/limits.ts';
import { PlayButton } from '../parts/PlayButton.tsx';
import type { SentRecording } from './SentRecording.ts';
import { SpeechRecorder } from './SpeechRecorder.ts';

interface RecordingFieldProps {
  sent: SentRecording;
  /** Seconds after which a recording ends by itself. */
  most: number;
  /** Whether a file may be uploaded instead. */
  takesFiles: boolean;
}

/** Takes a recording from the microphone or a file, and shows what the server has found in it. */
export const RecordingField = observer(function RecordingField({ sent, most, takesFiles }: RecordingFieldProps) {
  const t = useText();
  const [origin, setOrigin] = useState<'record' | 'upload'>('record');
  useFollowed(sent.live);
  const { item, recording, id } = sent;
  const drop = usePluginCallback(() => sent.drop());
  const send = usePluginCallback((file: File) => sent.send(file, 'uploaded'));
  if (item !== null) {
    const text = t('voices:sending', { share: Math.round(item.progress * 100) });
    return <ProgressBar value={item.progress} label={text} />;
  }
  if (id !== null) return <Findings recording={recording} onReplace={drop} />;
  return (
    <div className="rp-voice-field">
      {takesFiles && (
        <RadioGroup
          label={t('voices:add.origin')}
          look="segments"
          value={origin}
          options={[
            { value: 'record', text: t('voices:add.record'), icon: 'mic' },
            { value: 'upload', text: t('voices:add.upload'), icon: 'upload' },
          ]}
          onChange={setOrigin}
        />
      )}
      {takesFiles && origin === 'upload' ? (
        <DropZone
          title={t('voices:add.drop')}
          release={t('voices:add.release')}
          choose={t('voices:add.choose')}
          text={t('voices:add.kinds')}
          accept={SOUND_FILES.join(',')}
          error={sent.refusal}
          onFiles={([found]) => found !== undefined && send(found.file)}
        />
      ) : (
        <Recorder sent={sent} most={most} />
      )}
    </div>
  );
});

const Recorder = observer(function Recorder({ sent, most }: Omit<RecordingFieldProps, 'takesFiles'>) {
  const t = useText();
  const recorder = useStore(SpeechRecorder);
  const start = usePluginCallback(() => recorder.start(sent, most, (file) => void sent.send(file, 'recorded')));
  // Whoever leaves, or signs or uploads instead, is recorded no more.
  useEffect(() => () => void (recorder.whose === sent && recorder.dispose()), [recorder, sent]);
  const isOwn = recorder.whose === sent;
  const { fault } = recorder;
  return (
    <div className="rp-voice__line" data-recording={(isOwn && recorder.isRecording) || undefined}>
      {isOwn && recorder.isRecording ? (
        <>
          <Button variant="danger" icon="stop" onClick={() => recorder.stop()}>
            {t('voices:record.stop')}
          </Button>
          <span className="rp-voice-recording" role="status">
            {t('voices:record.for', { count: recorder.seconds, seconds: recorder.seconds })}
          </span>
        </>
      ) : (
        <Button icon="mic" disabled={recorder.isRecording} onClick={start}>
          {t('voices:record.start')}
        </Button>
      )}
      <span className="rp-voice-note">{t('voices:record.most', { seconds: most })}</span>
      {((isOwn && fault !== null) || sent.refusal !== null) && (
        <Notice kind="error" announce>
          {isOwn && fault !== null ? t(`voices:record.${fault}`) : sent.refusal}
        </Notice>
      )}
    </div>
  );
});

interface FindingsProps {
  recording: Recording | null;
  onReplace(): void;
}

/** What was found in a recording. */
const Findings = observer(function Findings({ recording, onReplace }: FindingsProps) {
  const t = useText();
  if (recording === null || recording.state === 'checking') {
    return (
      <p className="rp-voice-note" role="status">
        {t('voices:checking')}
      </p>
    );
  }
  const { id, state, seconds, speech, findings, url } = recording;
  const isFit = state === 'fit';
  const told = (value: number | null): number => Math.round((value ?? 0) * 10) / 10;
  return (
    <div className="rp-voice-field">
      <Notice
        kind={!isFit ? 'error' : findings.length > 0 ? 'warning' : 'success'}
        announce
        title={t(isFit ? 'voices:fit' : 'voices:unfit')}
      >
        {seconds !== null && <p>{t('voices:facts', { seconds: told(seconds), speech: told(speech) })}</p>}
        {findings.length > 0 && (
          <ul className="rp-voice-findings">
            {findings.map(({ code, refuses, text }) => (
              <li key={code}>
                <Icon name={refuses ? 'error' : 'warning'} size={16} /> {text}
              </li>
            ))}
          </ul>
        )}
      </Notice>
      <div className="rp-voice__line">
        {url !== null && (
          <PlayButton name={id} url={url}>
            {t('voices:play-recording')}
          </PlayButton>
        )}
        <Button icon="refresh" onClick={onReplace}>
          {t('voices:replace')}
        </Button>
      </div>
    </div>
  );
});
