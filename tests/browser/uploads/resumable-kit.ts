import type { HttpFailure } from '#core/web/http/http.ts';
import { FakeI18n, MemoryStorage } from '#core/web/testing/index.ts';
import { createUploads } from '#core/web/uploads/create-uploads.ts';
import { NoHash } from '#core/web/uploads/hash-file.ts';
import type { UploadTarget } from '#core/web/uploads/uploads.ts';

import { FakeJournalDatabase } from './fake-journal.ts';
import { ScriptedStack } from './tus-script.ts';

export const URL_ = '/api/uploads/materials/material';
export const WHERE = { Location: `${URL_}/u1` };
export const target: UploadTarget = { url: URL_, fields: { folderId: 'f1' }, resumable: true };
export const video = (name: string, bytes = 1000) => new File([new Uint8Array(bytes)], name, { type: 'video/mp4' });
export const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
export const result = (data: unknown) => ({ code: 1, message: '', secCode: null, data });
export const refusal = (message: string, error: string) => ({
  code: 0,
  message,
  secCode: null,
  data: { error, params: {} },
});

export function build({ memory = new FakeJournalDatabase(), storage = new MemoryStorage(), delays = [0, 0, 0] } = {}) {
  const stack = new ScriptedStack();
  const told: { failure: HttpFailure; handlesErrors: boolean }[] = [];
  const i18n = new FakeI18n();
  const net = { online: true };
  const facts = { token: 'token-1' };
  const hashes: string[] = [];
  const uploads = createUploads({
    token: () => facts.token,
    language: () => 'zh',
    text: (key) => i18n.t(key),
    tell: (failure, { handlesErrors }) => void told.push({ failure, handlesErrors }),
    report: (error) => void told.push({ failure: error as HttpFailure, handlesErrors: false }),
    ...{ storage, stack, delays },
    openDatabase: () => Promise.resolve(memory),
    idle: () => Promise.resolve(),
    isOnline: () => net.online,
    hash(file) {
      hashes.push(file.name);
      return file.name === 'huge' ? Promise.reject(new NoHash()) : Promise.resolve('ab'.repeat(32));
    },
  });
  const goOffline = () => {
    net.online = false;
    globalThis.dispatchEvent(new Event('offline'));
  };
  const goOnline = () => {
    net.online = true;
    globalThis.dispatchEvent(new Event('online'));
  };
  return { uploads, stack, told, net, facts, memory, storage, hashes, goOffline, goOnline };
}
