import { observable, runInAction } from 'mobx';

import { grantKey, type Grant } from '#core/contract/grants.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { PACKAGE_BYTES } from '#core/contract/plugin-package.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import {
  inspectAddress,
  inspectUpload,
  installExtension,
  type Extension,
  type InspectionData,
} from '#plugins/extensions/calls.ts';
import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { ExtensionsStore } from '../stores/ExtensionsStore.ts';

/** Where a package is taken from. */
export type PackageSource = { kind: 'file'; file: File } | { kind: 'address'; url: string };

/** What went wrong, as a sentence, and what to do about it. */
export interface InstallProblem {
  /** While it was looked at, or while it was installed. */
  of: 'inspect' | 'install';
  text: string;
  hint: string;
}

/** Looks at a package, and installs it when that is what the operator wants. */
export class InstallStore {
  /** What is being looked at, or was. */
  source: PackageSource | null = null;
  /** From 0 to 1 while it is sent; null while the server looks at it. */
  sent: number | null = null;
  isInspecting = false;
  inspection: InspectionData | null = null;
  problem: InstallProblem | null = null;
  untrusted = true;
  isInstalling = false;

  /** Keys of optional grants that the operator does not give. */
  private readonly refused = observable.set<string>();
  private aborter = new AbortController();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** What is called by the name of the source: a file's, or an address. */
  get sourceName(): string {
    const { source } = this;
    if (source === null) return '';
    return source.kind === 'file' ? source.file.name : source.url;
  }

  /** It can be installed. */
  get mayInstall(): boolean {
    return this.inspection !== null && !this.inspection.findings.some(({ level }) => level === 'error');
  }

  /** The keys of the grants that it would be given. */
  get grants(): readonly string[] {
    return (this.inspection?.package.manifest.grants ?? [])
      .filter((grant) => this.isGiven(grant))
      .map((grant) => grantKey(grant));
  }

  isGiven(grant: Grant): boolean {
    return !grant.optional || !this.refused.has(grantKey(grant));
  }

  give(grant: Grant, given: boolean): void {
    if (given) this.refused.delete(grantKey(grant));
    else this.refused.add(grantKey(grant));
  }

  trust(trusted: boolean): void {
    this.untrusted = !trusted;
  }

  takeFile(file: File): void {
    this.source = { kind: 'file', file };
    // Packing may give it any name; whether it is one tells its content.
    if (!file.name.toLowerCase().endsWith('.zip')) {
      this.refuse('extensions:install.not-a-package', { name: file.name });
    } else if (file.size > PACKAGE_BYTES) {
      this.refuse('extensions:install.too-large', {
        size: this.i18n.bytes(file.size),
        most: this.i18n.bytes(PACKAGE_BYTES),
      });
    } else {
      void this.inspect();
    }
  }

  takeAddress(text: string): void {
    const url = text.trim();
    this.source = { kind: 'address', url };
    if (/^https?:\/\/[^/\s]+/.test(url) && URL.canParse(url)) void this.inspect();
    else this.refuse('extensions:install.no-address', {});
  }

  /** Has the server look at the source; of several the last one counts. */
  async inspect(): Promise<void> {
    const { source } = this;
    if (source === null) return;
    this.cancel();
    const { signal } = this.aborter;
    this.source = source;
    this.problem = null;
    this.isInspecting = true;
    this.sent = source.kind === 'file' ? 0 : null;
    try {
      const inspection = await this.ask(source, signal);
      // How it runs and what it was given is known from the list, which the page of one plugin does not read.
      if (inspection.installed !== null) await this.context.store(ExtensionsStore).extensions.load();
      if (!signal.aborted) this.show(inspection);
    } catch (error) {
      if (!signal.aborted) this.fail('inspect', error);
    }
  }

  /** Closes the inspection, so that another package can be chosen. */
  cancel(): void {
    this.aborter.abort();
    this.aborter = new AbortController();
    this.isInspecting = false;
    this.isInstalling = false;
    this.source = null;
    this.inspection = null;
    this.problem = null;
    this.sent = null;
  }

  /** Installs what was looked at. @returns the plugin; null when it was not installed, and `problem` says why */
  async install(): Promise<Extension | null> {
    const { inspection, untrusted, grants } = this;
    if (inspection === null || !this.mayInstall || this.isInstalling) return null;
    this.isInstalling = true;
    this.problem = null;
    const { signal } = this.aborter;
    try {
      const body = { ticket: inspection.ticket, untrusted, grants: [...grants] };
      const extension = await this.http.call(installExtension, { body }, { handlesErrors: true });
      await this.context.store(ExtensionChanges).refresh(extension);
      return extension;
    } catch (error) {
      if (!signal.aborted) this.fail('install', error);
      return null;
    } finally {
      runInAction(() => {
        this.isInstalling = false;
      });
    }
  }

  dispose(): void {
    this.aborter.abort();
  }

  private async ask(source: PackageSource, signal: AbortSignal): Promise<InspectionData> {
    if (source.kind === 'address') {
      return await this.http.call(inspectAddress, { body: { url: source.url } }, { signal, handlesErrors: true });
    }
    const body = new FormData();
    body.append('file', source.file, source.file.name);
    const onSent = (share: number): void => {
      if (!signal.aborted) this.note(share);
    };
    return await this.http.send<InspectionData>({
      ...{ method: inspectUpload.method, path: inspectUpload.path },
      ...{ body, signal, onSent, handlesErrors: true },
    });
  }

  private note(share: number): void {
    this.sent = share >= 1 ? null : share;
  }

  private show(inspection: InspectionData): void {
    this.inspection = inspection;
    this.isInspecting = false;
    this.refused.clear();
    const before = this.context.store(ExtensionsStore).find(inspection.package.manifest.id);
    // An update keeps the earlier decision; new plugins start isolated.
    this.untrusted = before?.source?.untrusted ?? true;
    if (before === undefined || before.source === null) return;
    const given = new Set(before.source.grants.map((grant) => grantKey(grant)));
    // What this version asks for beyond the last one is nothing that anybody has agreed to.
    for (const grant of inspection.package.manifest.grants) {
      if (grant.optional && !given.has(grantKey(grant))) this.refused.add(grantKey(grant));
    }
  }

  private refuse(text: MessageKey, params: MessageParams): void {
    const { source } = this;
    this.cancel();
    this.source = source;
    this.problem = {
      of: 'inspect',
      text: this.i18n.t(text, params),
      hint: this.i18n.t('extensions:install.hint-file'),
    };
  }

  private fail(of: InstallProblem['of'], error: unknown): void {
    this.isInspecting = false;
    const { t } = this.i18n;
    const isReached = !(error instanceof HttpFailure) || error.kind === 'refused';
    const hint = !isReached
      ? t('extensions:install.hint-network')
      : of === 'install'
        ? t('extensions:install.hint-again')
        : t(this.source?.kind === 'address' ? 'extensions:install.hint-address' : 'extensions:install.hint-file');
    this.problem = { of, text: failureText(error, t), hint };
  }
}
