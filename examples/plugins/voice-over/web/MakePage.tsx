import { LoadError, observer, useFollowed, useStore, useText } from '@reelport/core';
import { Checkbox } from '@reelport/core/ui/Checkbox';
import { Form } from '@reelport/core/ui/Form';
import { ListEnd } from '@reelport/core/ui/ListEnd';
import { PageFrame } from '@reelport/core/ui/PageFrame';
import { TextField } from '@reelport/core/ui/TextField';

import { DraftStore } from './DraftStore.ts';
import { Player } from './Player.tsx';
import './voice-over.css';

export default observer(function MakePage() {
  const t = useText();
  const draft = useStore(DraftStore);
  const clips = useFollowed(draft.clips);
  const [first] = draft.chosen;
  return (
    <PageFrame title={t('voice-over:title')} about={t('voice-over:about')}>
      <div className="voice-over">
        <Form
          label={t('voice-over:title')}
          submit={t('voice-over:make')}
          disabled={!draft.mayStart}
          onSubmit={draft.start}
        >
          <TextField label={t('voice-over:text')} value={draft.text} onChange={draft.type} />
        </Form>
        {first !== undefined && <Player key={first.id} url={first.url} name={first.name} />}
        <p role="status">{t('voice-over:chosen', { count: draft.chosen.length })}</p>
        {clips.failure !== null && (
          <LoadError
            text={t('voice-over:clips-unread')}
            error={clips.failure.error}
            onRetry={() => void clips.retry()}
          />
        )}
        {clips.isEmpty && <p>{t('voice-over:no-clips')}</p>}
        <ul className="voice-over__items">
          {clips.items?.map((clip) => (
            <li key={clip.id}>
              <Checkbox label={clip.name} checked={draft.isChosen(clip)} onChange={() => draft.toggle(clip)} />
            </li>
          ))}
        </ul>
        <ListEnd list={clips} />
      </div>
    </PageFrame>
  );
});
