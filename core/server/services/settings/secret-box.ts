import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { fail } from '#core/contract/errors.ts';

import { deriveKey, keyId, type MasterKeys } from './master-key.ts';

const VERSION = 'v1';

/** Encrypts small secrets at rest: AES-256-GCM with a key derived from the server's key. */
export interface SecretBox {
  /**
   * Encrypts a text.
   * @param context what it belongs to, such as a setting's key; decryption needs the same context
   */
  seal(text: string, context: string): string;
  /**
   * Decrypts a text from {@link SecretBox.seal}, also with an older key.
   * @throws expected `core:secret-key-unknown` or `core:secret-damaged`
   */
  open(sealed: string, context: string): string;
  /** Whether a text was encrypted with an older key and should be encrypted again. */
  outdated(sealed: string): boolean;
}

/** Makes a {@link SecretBox} with the server's keys. */
export function createSecretBox(masters: MasterKeys): SecretBox {
  const keys = new Map(masters.map((master) => [keyId(master), deriveKey(master, 'secret-box')]));
  const newest = keyId(masters[0]);

  return {
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', deriveKey(masters[0], 'secret-box'), nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [VERSION, newest, ...[nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join(
        '.',
      );
    },

    open(sealed, context) {
      const [version, id = '', nonce, tag, body] = sealed.split('.');
      if (version !== VERSION || nonce === undefined || tag === undefined || body === undefined) {
        fail('core:secret-damaged', {}, { kind: 'unavailable' });
      }
      const key = keys.get(id) ?? fail('core:secret-key-unknown', { key: id }, { kind: 'unavailable' });
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(Buffer.from(tag, 'base64url'));
        return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
      } catch (error) {
        fail('core:secret-damaged', {}, { kind: 'unavailable', cause: error });
      }
    },

    outdated: (sealed) => sealed.split('.')[1] !== newest,
  };
}
