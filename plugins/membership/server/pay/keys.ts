import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

// Keys are pasted into fields of one line: with or without the lines that frame them, and without their line ends.

/**
 * Reads an RSA private key, PKCS #8 or PKCS #1.
 * @throws ProviderFailure `configuration`
 */
export function readPrivateKey(text: string): KeyObject {
  const key = derOf(text);
  return readKey(['pkcs8', 'pkcs1'] as const, (type) => createPrivateKey({ key, format: 'der', type }));
}

/**
 * Reads an RSA public key.
 * @throws ProviderFailure `configuration`
 */
export function readPublicKey(text: string): KeyObject {
  const key = derOf(text);
  return readKey(['spki', 'pkcs1'] as const, (type) => createPublicKey({ key, format: 'der', type }));
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s+/g, ''), 'base64');
}

function readKey<T>(types: readonly T[], read: (type: T) => KeyObject): KeyObject {
  let last: unknown;
  for (const type of types) {
    try {
      const key = read(type);
      if (key.asymmetricKeyType === 'rsa') return key;
      last = new TypeError(`a key of the type ${key.asymmetricKeyType}`);
    } catch (error) {
      last = error;
    }
  }
  throw new ProviderFailure('configuration', 'the key is no RSA key in PEM', { cause: last });
}
