import { createHash, createPrivateKey, createPublicKey, randomBytes, type KeyObject } from 'node:crypto';

import { fail } from '#core/contract/errors.ts';

import { KEY_FILES, type HostKey } from '#plugins/hosts/calls.ts';

/** A private key as ssh2 takes it. */
export interface LoginKey {
  privateKey: string;
  passphrase?: string;
}

interface KeyFile {
  fileName: string;
  privateKey: string;
  passphrase?: string | undefined;
}

/** PKCS#8, which ssh2 does not read. */
const PKCS8 = /-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/;
/** One line of `authorized_keys`, RFC 4716, or PEM. */
const PUBLIC = /^(?:ssh-\S+|ecdsa-\S+|sk-\S+) [A-Za-z0-9+/]|BEGIN SSH2 PUBLIC KEY|BEGIN (?:RSA )?PUBLIC KEY/m;

/**
 * Reads a private key of any of the usual formats: OpenSSH, PKCS#1, SEC1, PKCS#8, and PuTTY's version 2 of RSA.
 * @returns the key for ssh2, and its public part for people
 * @throws expected `hosts:key.unread`, `hosts:key.public`, `hosts:key.locked`, `hosts:key.passphrase` (422)
 */
export async function readPrivateKey(file: KeyFile): Promise<{ login: LoginKey; shown: HostKey }> {
  const text = file.privateKey.replace(/^\uFEFF/, '').trim();
  const isKnownFile = KEY_FILES.some((ending) => file.fileName.toLowerCase().endsWith(ending));
  if (text === '' || !isKnownFile) refuse('hosts:key.unread');
  const passphrase = file.passphrase === '' ? undefined : file.passphrase;
  const login: LoginKey = PKCS8.test(text)
    ? { privateKey: fromPkcs8(text, passphrase) }
    : { privateKey: `${text}\n`, ...(passphrase === undefined ? {} : { passphrase }) };
  const { default: ssh2 } = await import('ssh2');
  const parsed = ssh2.utils.parseKey(login.privateKey, login.passphrase);
  if (parsed instanceof Error) {
    if (/no passphrase given/i.test(parsed.message)) refuse('hosts:key.locked');
    if (passphrase !== undefined && /bad passphrase|bad decrypt|malformed/i.test(parsed.message)) {
      refuse('hosts:key.passphrase');
    }
    refuse(PUBLIC.test(text) ? 'hosts:key.public' : 'hosts:key.unread');
  }
  // The types promise one key, the library answers a list for OpenSSH's format.
  const key = [parsed].flat()[0];
  if (key === undefined || !key.isPrivateKey()) refuse('hosts:key.public');
  return { login, shown: hostKeyOf(key.getPublicSSH()) };
}

/** What OpenSSH shows of a public key in its wire format. */
export function hostKeyOf(wire: Buffer): HostKey {
  const length = wire.length < 4 ? 0 : wire.readUInt32BE(0);
  const hash = createHash('sha256').update(wire).digest('base64').replace(/=+$/, '');
  return { type: wire.toString('latin1', 4, 4 + Math.min(length, 64)), fingerprint: `SHA256:${hash}` };
}

function fromPkcs8(text: string, passphrase: string | undefined): string {
  const isLocked = text.includes('BEGIN ENCRYPTED');
  if (isLocked && passphrase === undefined) refuse('hosts:key.locked');
  try {
    const key = createPrivateKey({ key: text, passphrase });
    if (key.asymmetricKeyType === 'ed25519') return openSshEd25519(key);
    return key.export({ type: key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1', format: 'pem' }).toString();
  } catch (error) {
    return refuse(isLocked ? 'hosts:key.passphrase' : 'hosts:key.unread', error);
  }
}

const field = (bytes: Buffer | string): Buffer => {
  const body = Buffer.from(bytes);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};

/** OpenSSH's own format (PROTOCOL.key), the only one that ssh2 reads this kind of key in. */
function openSshEd25519(key: KeyObject): string {
  const seed = Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url');
  const point = Buffer.from(String(createPublicKey(key).export({ format: 'jwk' }).x), 'base64url');
  const wire = Buffer.concat([field('ssh-ed25519'), field(point)]);
  const check = randomBytes(4);
  const body = Buffer.concat([check, check, wire, field(Buffer.concat([seed, point])), field('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (body.length % 8)) % 8 }, (_, index) => index + 1));
  const one = Buffer.from([0, 0, 0, 1]);
  const whole = Buffer.concat([
    ...[Buffer.from('openssh-key-v1\0'), field('none'), field('none'), field(''), one],
    ...[field(wire), field(Buffer.concat([body, padding]))],
  ]);
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

type KeyFault = 'hosts:key.unread' | 'hosts:key.public' | 'hosts:key.locked' | 'hosts:key.passphrase';

function refuse(code: KeyFault, cause?: unknown): never {
  fail(code, {}, { kind: 'invalid', cause });
}
