import { runInAction } from 'mobx';

import { listToolItems, type ToolItem } from '#core/contract/tool-run-calls.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { readMixCertificate, readMixCertificatePage } from '#plugins/mixing/calls.ts';
import type { ShownCertificate } from '#plugins/mixing/certificate.ts';
import { saveText } from '../parts/save-from.ts';
import { PairMatrix } from './pair-matrix.ts';

/** A certificate as it is looked at. */
export interface ReadCertificate {
  certificate: ShownCertificate;
  matrix: PairMatrix;
}

/** The certificate that is looked at, and the videos that it compares. Observable. */
export class Certificates {
  isSaving = false;
  /** The run whose certificate is looked at. */
  runId: string | null = null;
  readonly read: LiveValue<ReadCertificate>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const load = async (signal: AbortSignal): Promise<ReadCertificate> => {
      const call = { params: { id: this.runId ?? '' } };
      const certificate = await http.call(readMixCertificate, call, { signal, handlesErrors: true });
      return { certificate, matrix: new PairMatrix(certificate) };
    };
    this.read = new LiveValue(context.scope, load, { of: () => this.runId });
    observableStore(this);
  }

  /** Reads the certificate of a run. Large ones are kept only as long as they are looked at. @returns lets it go */
  open(runId: string): () => void {
    this.runId = runId;
    const stop = this.read.follow();
    return () => {
      stop();
      if (this.runId === runId) this.read.clear();
    };
  }

  /** Videos with addresses of today, by id. @throws HttpFailure */
  async videos(runId: string, ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ToolItem>> {
    if (ids.length === 0) return new Map();
    const call = { params: { id: runId }, query: { ids: ids.join(','), limit: 50 } };
    const { items } = await this.http.call(listToolItems, call, { signal, handlesErrors: true });
    return new Map(items.map((output) => [output.id, output]));
  }

  /** Saves what was measured, for machines. */
  saveJson({ certificate }: ReadCertificate): void {
    const name = `${certificate.project || 'reelport'}-certificate.json`;
    saveText(`${JSON.stringify(certificate, null, 2)}\n`, name, 'application/json');
  }

  /** Saves the self-contained page. */
  async savePage(runId: string): Promise<void> {
    if (this.isSaving) return;
    this.isSaving = true;
    try {
      const { html, name } = await this.http.call(readMixCertificatePage, { params: { id: runId } });
      saveText(html, name, 'text/html');
    } catch (error) {
      // The error catalogue has shown the failure.
      if (!this.context.signal.aborted) this.context.log.info('the page was refused', error);
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }
}
