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
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import {
  chooseChannels,
  dropChannelChoice,
  readChannelChoice,
  type Channel,
  type ChannelChoice,
} from '#plugins/publishing/channel-calls.ts';
import { ChannelPicture } from './ChannelName.tsx';
import './channels.css';

interface ChooseDialogProps extends DialogControl<readonly Channel[]> {
  /** The id of what an owner has agreed to. */
  choice: string;
}

/** Asks which of several accounts are connected. Closes with them; with none of them once none is wanted. */
export default observer(function ChooseDialog({ choice: id, close }: ChooseDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const { value, failure, ...choice } = useChoice(id);
  if (value !== null) return <Accounts id={id} choice={value} close={close} />;
  return (
    <>
      <DialogTitle>{t('publishing:choose.title')}</DialogTitle>
      {failure === null ? (
        <Skeleton shape="rows" count={3} />
      ) : (
        <LoadError text={t('publishing:choose.unread')} error={failure.error} onRetry={choice.load} />
      )}
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.close')}</Button>
      </DialogActions>
    </>
  );

  function useChoice(of: string) {
    const live = useLive(
      (scope) =>
        new LiveValue(scope, (signal) =>
          http.call(readChannelChoice, { params: { id: of } }, { signal, handlesErrors: true }),
        ),
    );
    return { value: live.value, failure: live.failure, load: () => void live.load() };
  }
});

/** Those that are known already, and then as many as there is room for. */
function firstChosen({ accounts, room }: ChannelChoice): ReadonlySet<string> {
  const known = accounts.filter(({ isConnected }) => isConnected);
  const fresh = accounts.filter(({ isConnected }) => !isConnected).slice(0, room ?? undefined);
  return new Set([...known, ...fresh].map(({ id }) => id));
}

function Accounts({ id, choice, close }: { id: string; choice: ChannelChoice } & DialogControl<readonly Channel[]>) {
  const t = useText();
  const http = useService(HTTP);
  const [chosen, setChosen] = useState(() => firstChosen(choice));
  const [refusal, setRefusal] = useState<string | null>(null);
  const { accounts, service, room } = choice;
  const fresh = accounts.filter((account) => !account.isConnected && chosen.has(account.id)).length;
  const isTooMany = room !== null && fresh > room;

  async function during(work: () => Promise<readonly Channel[]>): Promise<void> {
    setRefusal(null);
    try {
      close(await work());
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  const connect = () =>
    during(async () => {
      const body = { owners: [...chosen] };
      return (await http.call(chooseChannels, { params: { id }, body }, { handlesErrors: true })).channels;
    });
  const drop = () =>
    during(async () => {
      await http.call(dropChannelChoice, { params: { id } }, { handlesErrors: true });
      return [];
    });
  return (
    <>
      <DialogTitle>{t('publishing:choose.title')}</DialogTitle>
      <Form
        label={t('publishing:choose.title')}
        submit={t('publishing:choose.confirm', { count: chosen.size })}
        error={refusal ?? (isTooMany ? t('publishing:choose.room', { count: room }) : null)}
        disabled={chosen.size === 0 || isTooMany}
        actions={<Button onClick={() => void drop()}>{t('publishing:choose.none')}</Button>}
        onSubmit={connect}
      >
        <p className="rp-connect__about">{t('publishing:choose.about', { service, count: accounts.length })}</p>
        <ul className="rp-choose">
          {accounts.map((account) => (
            <li key={account.id} className="rp-choose__account">
              <ChannelPicture channel={account} />
              <Checkbox
                label={account.name}
                hint={account.isConnected ? t('publishing:choose.known') : undefined}
                checked={chosen.has(account.id)}
                onChange={(isChosen) => {
                  const others = [...chosen].filter((one) => one !== account.id);
                  setChosen(new Set(isChosen ? [...others, account.id] : others));
                }}
              />
            </li>
          ))}
        </ul>
      </Form>
    </>
  );
}
