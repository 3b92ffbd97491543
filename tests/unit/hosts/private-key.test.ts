import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';

import ssh2 from 'ssh2';

import { ExpectedError } from '#core/contract/errors.ts';
import { readPrivateKey } from '#plugins/hosts/server/ssh/private-key.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const pem = (type: 'pkcs1' | 'pkcs8' | 'sec1', pair: Pick<typeof rsa, 'privateKey'>, passphrase?: string) =>
  pair.privateKey
    .export({ type, format: 'pem', ...(passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase }) })
    .toString();
const openssh = ssh2.utils.generateKeyPairSync('ed25519', { comment: 'quay' });
const locked = ssh2.utils.generateKeyPairSync('ed25519', { passphrase: 'pier', cipher: 'aes256-ctr', rounds: 4 });
const refused = (code: string) => (error: unknown) => error instanceof ExpectedError && error.code === code;

const KINDS: [string, string, string, string?][] = [
  ['PKCS#1', pem('pkcs1', rsa), 'ssh-rsa'],
  ['PKCS#8 of RSA', pem('pkcs8', rsa), 'ssh-rsa'],
  ['SEC1', pem('sec1', ec), 'ecdsa-sha2-nistp256'],
  ['PKCS#8 of an elliptic curve', pem('pkcs8', ec), 'ecdsa-sha2-nistp256'],
  ['PKCS#8 of Ed25519', pem('pkcs8', ed), 'ssh-ed25519'],
  ['encrypted PKCS#8', pem('pkcs8', ed, 'pier'), 'ssh-ed25519', 'pier'],
  ['OpenSSH', openssh.private, 'ssh-ed25519'],
  [
    'OpenSSH with CRLF and a mark before it',
    `\uFEFF\r\n${openssh.private.replaceAll('\n', '\r\n')}\r\n`,
    'ssh-ed25519',
  ],
  ['encrypted OpenSSH', locked.private, 'ssh-ed25519', 'pier'],
];

for (const [kind, privateKey, type, passphrase] of KINDS) {
  test(`a private key is recognised: ${kind}`, async () => {
    const { login, shown } = await readPrivateKey({ fileName: 'id.PEM', privateKey, passphrase });
    assert.equal(shown.type, type);
    assert.match(shown.fingerprint, /^SHA256:[A-Za-z0-9+/]{43}$/);
    const key = [ssh2.utils.parseKey(login.privateKey, login.passphrase)].flat()[0];
    assert.ok(key !== undefined && !(key instanceof Error) && key.isPrivateKey(), 'ssh2 can log in by it');
    const signed = key.sign(Buffer.from('quay'));
    assert.ok(!(signed instanceof Error) && key.verify(Buffer.from('quay'), signed) === true, 'it signs');
  });
}

test('each kind of file is taken, and others are not', async () => {
  for (const ending of ['pem', 'txt', 'key', 'pub']) {
    await readPrivateKey({ fileName: `id.${ending}`, privateKey: openssh.private });
  }
  const file = { fileName: 'id.exe', privateKey: openssh.private };
  await assert.rejects(readPrivateKey(file), refused('hosts:key.unread'));
});

test('what is no private key is refused with a reason', async () => {
  const spki = ed.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const cases: [string, string, string?][] = [
    ['', 'hosts:key.unread'],
    [' \r\n', 'hosts:key.unread'],
    ['hello', 'hosts:key.unread'],
    ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', 'hosts:key.unread'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', 'hosts:key.unread'],
    [openssh.public, 'hosts:key.public'],
    [spki, 'hosts:key.public'],
    [locked.private, 'hosts:key.locked'],
    [locked.private, 'hosts:key.passphrase', 'quay'],
    [pem('pkcs8', rsa, 'pier'), 'hosts:key.locked'],
    [pem('pkcs8', rsa, 'pier'), 'hosts:key.passphrase', 'quay'],
    [pem('pkcs1', rsa, 'pier'), 'hosts:key.locked'],
  ];
  for (const [privateKey, code, passphrase] of cases) {
    const file = { fileName: 'id.pub', privateKey, passphrase };
    await assert.rejects(readPrivateKey(file), refused(code), `${privateKey.slice(0, 40)} ${passphrase}`);
  }
});
