import { useEffect, useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ListEnd } from '#core/web/ui/list/ListEnd.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import { factsOf } from '../../parts/card-of.ts';
import type { PlacedClips } from './add-to-project.ts';
import { ClipsPlacing, NEW_GROUP, SPREAD } from './ClipsPlacing.ts';
import './AddClipsDialog.css';

interface AddClipsDialogProps extends DialogControl<PlacedClips> {
  clips: readonly string[];
}

/** Asks for a project and one of its groups, and puts clips there. */
export default function AddClipsDialog({ clips, close }: AddClipsDialogProps) {
  const context = usePluginContext();
  const [placing, setPlacing] = useState<ClipsPlacing | null>(null);
  useEffect(() => {
    const made = new ClipsPlacing(context, clips);
    setPlacing(made);
    return () => made.dispose();
  }, [context, clips]);
  return placing === null ? null : <Places placing={placing} close={close} />;
}

const Places = observer(function Places({ placing, close }: { placing: ClipsPlacing } & DialogControl<PlacedClips>) {
  const t = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const { search, projectId, row, group, isBusy, failure, canAddGroup, clips } = placing;
  const { items: cards, failure: unread, isEmpty, retry } = useFollowed(placing.projects);
  const choose = usePluginCallback(placing.choose);
  const place = usePluginCallback(async () => {
    const done = await placing.place();
    if (done !== undefined) close(done);
  });
  return (
    <div className="rp-add-clips">
      <DialogTitle>{t('mixing:library.add-title', { count: clips.length })}</DialogTitle>
      <SearchField
        value={search.text}
        label={t('mixing:projects.search')}
        onType={search.type}
        onSearch={search.search}
      />
      {unread !== null && (
        <LoadError text={t('mixing:projects.unread')} error={unread.error} onRetry={() => void retry()} />
      )}
      <div ref={scroller} className="rp-add-clips__list">
        {isEmpty && (
          <p className="rp-add-clips__none">
            {t(search.words === '' ? 'mixing:library.no-projects' : 'mixing:library.no-such-project')}
          </p>
        )}
        {cards !== null && cards.length > 0 && (
          <RadioGroup
            label={t('mixing:library.project')}
            labelHidden
            value={projectId}
            options={cards.map(({ id, name, groups, clips: count }) => ({
              value: id,
              text: name === '' ? t('mixing:projects.unnamed') : name,
              hint: factsOf({ groups, clips: count }, t),
            }))}
            onChange={choose}
          />
        )}
        <ListEnd list={placing.projects} scroller={scroller} />
      </div>
      {row !== null && (
        <div className="rp-add-clips__groups">
          <RadioGroup
            label={t('mixing:library.group')}
            value={group}
            options={[
              ...(row.document.groups.length > 1 ? [{ value: SPREAD, text: t('mixing:library.spread') }] : []),
              ...row.document.groups.map(({ id, name, materials }, index) => ({
                value: id,
                text: name === '' ? t('mixing:editor.group-number', { number: index + 1 }) : name,
                hint: t('mixing:editor.clips', { count: materials.length }),
              })),
              ...(canAddGroup ? [{ value: NEW_GROUP, text: t('mixing:library.new-group') }] : []),
            ]}
            onChange={placing.setGroup}
          />
        </div>
      )}
      {failure !== null && (
        <p className="rp-add-clips__fault" role="alert">
          {failureText(failure, t)}
        </p>
      )}
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" disabled={row === null} busy={isBusy} onClick={place}>
          {t('mixing:library.add-confirm', { count: clips.length })}
        </Button>
      </DialogActions>
    </div>
  );
});
