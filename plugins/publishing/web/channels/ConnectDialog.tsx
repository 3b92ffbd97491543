import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { SESSION } from '#core/web/session/session.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import {
  connectChannel,
  listChannelServices,
  type Channel,
  type ChannelService,
} from '#plugins/publishing/channel-calls.ts';
import './channels.css';

const SERVICES = '/operator/services/channels';
const FIELD_TYPES = { text: 'text', address: 'url', password: 'password' } as const;

interface ConnectDialogProps extends DialogControl<Channel | { choice: string }> {
  /** The service of an account whose owner agrees again; null to choose one. */
  adapter: string | null;
  /** An imported account that is to become the one that its owner agrees to. */
  pending?: Pick<Channel, 'id' | 'name'> | null;
  /** Leaves for the platform. */
  leave?(url: string): void;
}

/** Connects an account by a service. Closes with it, or with what is to be chosen of, unless its owner has to agree first. */
export default observer(function ConnectDialog({ adapter, pending = null, leave = goAway, close }: ConnectDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const services = useLive(
    (scope) =>
      new LiveValue(scope, async (signal) => {
        return (await http.call(listChannelServices, {}, { signal, handlesErrors: true })).services;
      }),
  );
  const [choice, setChoice] = useState<string | null>(adapter);
  const { value: known, failure } = services;
  const offered = adapter === null ? known : (known?.filter(({ id }) => id === adapter) ?? null);
  const chosen = offered?.find(({ id }) => id === choice) ?? (offered?.length === 1 ? offered[0] : undefined);
  return (
    <>
      <DialogTitle>
        {pending === null
          ? t(adapter === null ? 'publishing:connect.title' : 'publishing:connect.title-again')
          : t('publishing:connect.title-pending', { name: pending.name })}
      </DialogTitle>
      {failure !== null && (
        <LoadError text={t('publishing:connect.unread')} error={failure.error} onRetry={() => void services.load()} />
      )}
      {known === null && failure === null && <Skeleton shape="rows" count={3} />}
      {offered?.length === 0 && <NoService isGone={adapter !== null} />}
      {adapter === null && offered !== null && offered.length > 0 && (
        <div className="rp-connect__services">
          <RadioGroup
            label={t('publishing:connect.service')}
            value={chosen?.id ?? null}
            options={offered.map(({ id, title, about }) => ({ value: id, text: title, hint: about ?? undefined }))}
            onChange={setChoice}
          />
        </div>
      )}
      {chosen === undefined ? (
        <DialogActions>
          <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
          <Button variant="primary" disabled>
            {t('publishing:connect.confirm')}
          </Button>
        </DialogActions>
      ) : (
        <Answers
          key={chosen.id}
          service={chosen}
          isAgain={adapter !== null}
          pending={pending}
          leave={leave}
          close={close}
        />
      )}
    </>
  );
});

/** What a service asks for, and the button that connects. */
function Answers({
  service,
  isAgain,
  pending,
  leave,
  close,
}: { service: ChannelService; isAgain: boolean } & Required<Omit<ConnectDialogProps, 'adapter'>>) {
  const t = useText();
  const http = useService(HTTP);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, title, about, asks } = service;
  const isMissing = (name: string): boolean => (answers[name] ?? '').trim() === '';

  async function connect(): Promise<void> {
    setTried(true);
    if (asks.some(({ name }) => isMissing(name))) return;
    setRefusal(null);
    try {
      const body = { adapter: id, answers, ...(pending !== null && { channel: pending.id }) };
      const { url, channel, choice } = await http.call(connectChannel, { body }, { handlesErrors: true });
      if (url !== null) leave(url);
      else close(choice === null ? (channel ?? undefined) : { choice });
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <Form
      label={title}
      submit={t('publishing:connect.confirm')}
      error={refusal}
      actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
      onSubmit={connect}
    >
      {isAgain && about !== null && <p className="rp-connect__about">{about}</p>}
      {asks.map(({ name, title: label, kind }) => (
        <TextField
          key={name}
          label={label}
          type={FIELD_TYPES[kind]}
          autoComplete="off"
          required
          value={answers[name] ?? ''}
          most={500}
          error={isTried && isMissing(name) ? t('publishing:connect.missing') : null}
          onChange={(value) => setAnswers({ ...answers, [name]: value })}
        />
      ))}
      {about === null && <p className="rp-connect__about">{t('publishing:connect.about', { service: title })}</p>}
    </Form>
  );
}

const NoService = observer(function NoService({ isGone }: { isGone: boolean }) {
  const t = useText();
  const { user } = useService(SESSION);
  return (
    <p>
      {t(isGone ? 'publishing:connect.gone' : 'publishing:connect.none')}{' '}
      {user?.operator === true && <Link to={SERVICES}>{t('publishing:connect.to-services')}</Link>}
    </p>
  );
});

function goAway(url: string): void {
  window.location.assign(url);
}
