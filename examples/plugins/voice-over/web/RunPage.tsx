import {
  Button,
  EVENTS,
  eventTrigger,
  failureText,
  HTTP,
  Link,
  LiveValue,
  observer,
  ProgressBar,
  useLive,
  useParams,
  usePluginCallback,
  useService,
  useText,
} from '@reelport/core';
import { cancelToolRun, listToolItems, readToolRun, toolRunChanged } from '@reelport/core/contract';
import { Notice } from '@reelport/core/ui/Notice';
import { PageFrame } from '@reelport/core/ui/PageFrame';

import { Player } from './Player.tsx';
import './voice-over.css';

const ENDED = ['done', 'failed', 'cancelled'];

export default observer(function RunPage() {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const { id = '' } = useParams();
  const read = async (signal: AbortSignal) => {
    const how = { signal, handlesErrors: true };
    const run = await http.call(readToolRun, { params: { id } }, how);
    const { items } = await http.call(listToolItems, { params: { id }, query: { limit: 50 } }, how);
    return { run, items };
  };
  const live = useLive((scope) => {
    const follows = [eventTrigger(toolRunChanged, ({ runId }) => runId === id)];
    return new LiveValue(scope, read, { events, follows });
  });
  const cancel = usePluginCallback(async () => {
    await http.call(cancelToolRun, { params: { id } });
    await live.load();
  });

  const { run, items = [] } = live.value ?? {};
  const isUnderWay = run !== undefined && !ENDED.includes(run.state);
  return (
    <PageFrame
      title={run?.name ?? t('voice-over:title')}
      actions={isUnderWay && <Button onClick={cancel}>{t('voice-over:cancel')}</Button>}
    >
      <div className="voice-over">
        <Link to="/voice-over">{t('voice-over:back')}</Link>
        {live.failure !== null && <Notice kind="error">{failureText(live.failure.error, t)}</Notice>}
        {typeof run?.error === 'string' && <Notice kind="error">{run.error}</Notice>}
        {isUnderWay && <ProgressBar value={run.progress} label={t('voice-over:progress')} />}
        <p role="status">{run !== undefined && t('voice-over:made', { made: run.made, planned: run.planned ?? 0 })}</p>
        <ul className="voice-over__items">
          {items.map(({ id: item, name, error, files: [file] }) => (
            <li key={item}>
              {file !== undefined && <Player url={file.url} name={name} />}
              {file === undefined ? name : <a href={file.downloadUrl}>{t('voice-over:download', { name })}</a>}
              {error !== null && <Notice kind="error">{error}</Notice>}
            </li>
          ))}
        </ul>
      </div>
    </PageFrame>
  );
});
