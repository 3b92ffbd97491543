import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { TimedDocument } from '#plugins/copywriting/calls.ts';
import type { Line, Project } from '#plugins/translation/calls.ts';
import { startTranslationService } from '#tests/fixtures/translation/translation-service.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

export const CHAT = 'engines.chat-translation';

/** A server with a member, and a service that translates, which operators may connect. */
export async function startTranslationKit(scope: TestScope, options: { worker?: 'here' | 'own'; lines?: number } = {}) {
  const { worker = 'here', lines = 3 } = options;
  const kit = await startToolKit(scope, { tool: 'copywriting.extract', worker });
  const service = await startTranslationService();
  scope.after(() => service.close());
  const operator = await kit.server.signIn({ operator: true });
  const put = (path: string, body: object) =>
    kit.server.call('PUT', `/api/services/translation${path}`, { token: operator.token, body });
  const call = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await kit.call(method, `/api/translation${path}`, body);
    return { ...answer, data: answer.envelope.data as T };
  };
  const cue = (id: string, text: string, start: number): TimedCue => ({
    ...{ id, start, end: start + 2_000, text, words: [], speaker: '', source: 'file' },
  });
  return {
    ...{ kit, service, call, cue },
    async connect(more: object = {}) {
      const values = { address: `${service.address}/v1`, key: 'secret', model: 'm', lines, patience: 20, ...more };
      await put(`/${CHAT}/settings`, { values });
      await put('', { adapters: [CHAT], orEmbedded: false });
      const isThere = async () => (await call<{ isConnected: boolean }>('GET', '/engine')).data.isConnected;
      await until(isThere, 'the service is connected', 10);
    },
    disconnect: () => put('', { adapters: [], orEmbedded: false }),
    /** Adds a text of some lines. */
    async addText(...texts: readonly string[]): Promise<TimedDocument> {
      const cues = texts.map((text, at) => cue(`c${at + 1}`, text, 200 + at * 2_500));
      const body = { name: 'Text', from: 'file', language: 'zh-CN', cues };
      return (await kit.call('POST', '/api/copywriting/texts', body)).envelope.data as TimedDocument;
    },
    async begin(textId: string, targets: readonly string[] = ['en-US'], more: object = {}): Promise<Project> {
      const body = { textId, name: 'Project', from: 'zh-CN', targets, ...more };
      return (await call<Project>('POST', '/projects', body)).data;
    },
    async lines(id: string, language = 'en-US'): Promise<Line[]> {
      return (await call<{ lines: Line[] }>('GET', `/projects/${id}/languages/${language}`)).data.lines;
    },
    save: (id: string, cueId: string, body: object, language = 'en-US') =>
      call<Line>('PUT', `/projects/${id}/languages/${language}/lines/${cueId}`, {
        ...{ isDone: true, origin: 'typed', revision: 0 },
        ...body,
      }),
    async translate(id: string, ...languages: string[]): Promise<Project> {
      await call('POST', `/projects/${id}/runs`, { languages });
      const read = async () => (await call<Project>('GET', `/projects/${id}`)).data;
      await until(async () => (await read()).targets.every(({ state }) => state !== 'working'), 'it is translated', 60);
      return await read();
    },
  };
}
