import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DateField } from '#core/web/ui/DateField.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import {
  addHost,
  changeHost,
  HOST_TYPES,
  LOGIN_METHODS,
  type Credential,
  type Host,
  type HostFacts,
} from '#plugins/hosts/calls.ts';
import { KeyFileField, type KeyFile } from './KeyFileField.tsx';
import './hosts.css';

const NEW: HostFacts = {
  ...{ name: '', type: 'cloud', user: 'root', port: 22, ip: '', elasticIp: null, region: null, provider: null },
  ...{ config: null, expiresOn: null },
};
const TEXTS = ['region', 'provider', 'config'] as const;
const LETTERS = { region: 60, provider: 60, config: 200 } as const;

interface HostDialogProps extends DialogControl<Host> {
  /** The one that is edited; null for a new one. */
  host: Host | null;
}

/** Asks for a host and what it is logged in to by. Closes with the host as it is stored. */
export default observer(function HostDialog({ host, close }: HostDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const [facts, setFacts] = useState<HostFacts>(() => (host === null ? NEW : factsOf(host)));
  const [method, setMethod] = useState(host?.method ?? 'password');
  const [password, setPassword] = useState('');
  const [file, setFile] = useState<KeyFile | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const put = (changes: Partial<HostFacts>): void => setFacts({ ...facts, ...changes });
  const missing = (text: string): string | null => (isTried && text.trim() === '' ? t('hosts:missing') : null);
  const addressFault = (text: string): string | null =>
    isTried && /[\s/@]/.test(text.trim()) ? t('hosts:wrong-address') : null;

  // A stored password or key is kept unless there is another one.
  const keeps = host !== null && host.method === method;
  const credential: Credential | undefined =
    method === 'password'
      ? password === ''
        ? undefined
        : { method, password }
      : file === null
        ? undefined
        : { method, fileName: file.name, privateKey: file.text, ...(passphrase === '' ? {} : { passphrase }) };
  const isWhole = facts.name.trim() !== '' && facts.user.trim() !== '' && facts.ip.trim() !== '';

  async function save(): Promise<void> {
    setTried(true);
    if (!isWhole || (credential === undefined && !keeps)) return;
    setRefusal(null);
    try {
      const body = { ...facts, credential };
      if (host !== null) {
        close(await http.call(changeHost, { params: { id: host.id }, body }, { handlesErrors: true }));
      } else if (credential !== undefined) {
        close(await http.call(addHost, { body: { ...facts, credential } }, { handlesErrors: true }));
      }
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }

  const title = host === null ? t('hosts:form-add') : t('hosts:form-edit', { name: host.name });
  const userFault = /\s/.test(facts.user.trim()) ? t('hosts:wrong-user') : null;
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t('hosts:save')}
        error={refusal}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={save}
      >
        <div className="rp-host-form">
          <TextField
            label={t('hosts:name')}
            value={facts.name}
            most={40}
            required
            opensFocused
            error={missing(facts.name)}
            onChange={(name) => put({ name })}
          />
          <Select
            label={t('hosts:type')}
            value={facts.type}
            options={HOST_TYPES.map((value) => ({ value, text: t(`hosts:type-${value}`) }))}
            onChange={(type) => put({ type })}
          />
          <TextField
            label={t('hosts:ip')}
            hint={t('hosts:ip-hint')}
            value={facts.ip}
            most={253}
            required
            spellCheck={false}
            error={missing(facts.ip) ?? addressFault(facts.ip)}
            onChange={(ip) => put({ ip })}
          />
          <TextField
            label={t('hosts:elastic-ip')}
            hint={t('hosts:elastic-ip-hint')}
            value={facts.elasticIp ?? ''}
            most={253}
            spellCheck={false}
            error={addressFault(facts.elasticIp ?? '')}
            onChange={(elasticIp) => put({ elasticIp })}
          />
          <NumberField
            label={t('hosts:port')}
            value={facts.port}
            min={1}
            max={65_535}
            digits={0}
            required
            onChange={(port) => put({ port: port ?? 22 })}
          />
          <TextField
            label={t('hosts:user')}
            value={facts.user}
            most={64}
            required
            spellCheck={false}
            error={missing(facts.user) ?? userFault}
            onChange={(user) => put({ user })}
          />
        </div>
        <RadioGroup
          label={t('hosts:method')}
          look="segments"
          value={method}
          options={LOGIN_METHODS.map((value) => ({ value, text: t(`hosts:method-${value}`) }))}
          onChange={setMethod}
        />
        {method === 'password' ? (
          <TextField
            label={t('hosts:password')}
            type="password"
            autoComplete="new-password"
            value={password}
            most={1000}
            required={!keeps}
            hint={keeps ? t('hosts:secret-kept') : undefined}
            error={keeps ? null : missing(password)}
            onChange={setPassword}
          />
        ) : (
          <div className="rp-host-form">
            <KeyFileField
              file={file}
              hint={keeps ? t('hosts:secret-kept') : t('hosts:key-kinds')}
              error={isTried && file === null && !keeps ? t('hosts:missing') : null}
              onChoose={setFile}
            />
            <TextField
              label={t('hosts:passphrase')}
              type="password"
              autoComplete="new-password"
              hint={t('hosts:passphrase-hint')}
              value={passphrase}
              most={1000}
              onChange={setPassphrase}
            />
          </div>
        )}
        <div className="rp-host-form">
          {TEXTS.map((name) => (
            <TextField
              key={name}
              label={t(`hosts:${name}`)}
              hint={name === 'config' ? t('hosts:config-hint') : undefined}
              value={facts[name] ?? ''}
              most={LETTERS[name]}
              onChange={(text) => put({ [name]: text })}
            />
          ))}
          <DateField label={t('hosts:expires')} value={facts.expiresOn} onChange={(expiresOn) => put({ expiresOn })} />
        </div>
      </Form>
    </>
  );
});

function factsOf({ name, type, user, port, ip, elasticIp, region, provider, config, expiresOn }: Host): HostFacts {
  return { name, type, user, port, ip, elasticIp, region, provider, config, expiresOn };
}
