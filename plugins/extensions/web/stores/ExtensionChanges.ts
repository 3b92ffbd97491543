import { observable, runInAction } from 'mobx';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { LEVELS, type Level } from '#core/contract/tiers.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  changeExtension,
  removeExtension,
  retryExtension,
  rollBackExtension,
  type Extension,
} from '#plugins/extensions/calls.ts';
import { ExtensionsStore } from './ExtensionsStore.ts';
import { ExtensionStore } from './ExtensionStore.ts';
import { modeOf, titleOf, type TierMode } from '../parts/describe-extension.ts';

/** What is chosen for a tier; null for what the manifest says. */
export type TierChoice = TierMode | null;

/** A cell of the matrix that is not written yet. */
interface Pending {
  mode: TierChoice;
  /** What the server has. */
  before: TierChoice;
}

/** Time to change one's mind. */
const UNDO_MILLISECONDS = 10_000;

/** Operators' changes to installed plugins: applied optimistically, announced, and rolled back on failure. */
export class ExtensionChanges {
  /** `<id>/<level>` → what is being written. */
  private readonly cells = observable.map<string, Pending>({}, { deep: false });
  /** Ids, `<id> <grant>` and `<id> server`, that something else is being done to. */
  private readonly busy = observable.set<string>();
  /** Changes of one plugin go out one after the other. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** What a tier is set to, as it will be once everything is written. */
  modeOf(extension: Extension, level: Level): TierMode {
    const pending = this.cells.get(cellOf(extension, level));
    return (
      pending?.mode ??
      (pending === undefined ? modeOf(extension, level) : modeOf(withoutChoice(extension, level), level))
    );
  }

  isSaving(extension: Extension, level: Level): boolean {
    return this.cells.has(cellOf(extension, level));
  }

  /** @param what a grant's key, or `server`; the plugin as a whole when absent */
  isBusy(id: string, what?: string): boolean {
    return this.busy.has(what === undefined ? id : `${id} ${what}`);
  }

  /** Sets a plugin for a tier, for everybody of it, at once. A note offers to take that back. */
  async setTier(extension: Extension, level: Level, mode: TierChoice): Promise<void> {
    const { id } = extension.manifest;
    const cell = cellOf(extension, level);
    const before = this.cells.get(cell)?.before ?? extension.tiers[level] ?? null;
    const pending: Pending = { mode, before };
    this.cells.set(cell, pending);
    const isLast = (): boolean => this.cells.get(cell) === pending;
    try {
      const changed = await this.inTurn(id, async () =>
        // Of several for one cell only the last one goes out.
        isLast() ? await this.write(id, { tiers: { [level]: mode } }) : null,
      );
      if (changed === null || !isLast()) return;
      runInAction(() => this.cells.delete(cell));
      this.take(changed);
      this.tellTier(changed, level, before);
    } catch (error) {
      if (!isLast()) return;
      runInAction(() => this.cells.delete(cell));
      this.tellFailure(error, 'extensions:tier.failed', {
        plugin: titleOf(extension, this.i18n),
        tier: this.i18n.t(`shell:tier.${level}`),
      });
    }
  }

  /** Lets the manifest decide for every tier again. */
  async resetTiers(extension: Extension): Promise<void> {
    const { id } = extension.manifest;
    const chosen = LEVELS.filter((level) => extension.tiers[level] !== undefined);
    await this.during(id, async () => {
      const tiers = Object.fromEntries(chosen.map((level) => [level, null]));
      this.take(await this.inTurn(id, () => this.write(id, { tiers })));
      this.tell('extensions:tier.was-reset', { plugin: titleOf(extension, this.i18n) }, () =>
        this.during(id, async () => this.take(await this.inTurn(id, () => this.write(id, { tiers: extension.tiers })))),
      );
    });
  }

  async setDisabled(extension: Extension, disabled: boolean): Promise<void> {
    const { id } = extension.manifest;
    const params = { plugin: titleOf(extension, this.i18n) };
    await this.during(id, async () => {
      const changed = await this.inTurn(id, () => this.write(id, { disabled }));
      this.take(changed);
      this.tell(disabled ? 'extensions:disabled' : 'extensions:enabled', params, () =>
        this.setDisabled(changed, !disabled),
      );
    });
  }

  /** Gives or takes a grant; one that the plugin cannot do without is asked about. */
  async setGrant(extension: Extension, key: string, given: boolean, isOptional: boolean): Promise<void> {
    const { id } = extension.manifest;
    const plugin = titleOf(extension, this.i18n);
    if (!given && !isOptional) {
      const sure = await this.dialogs.confirm({
        title: 'extensions:grants.take-title',
        text: 'extensions:grants.take-text',
        params: { plugin },
        confirm: 'extensions:grants.take',
        destructive: true,
        width: 480,
      });
      if (!sure) return;
    }
    await this.during(`${id} ${key}`, async () => {
      const changed = await this.inTurn(id, () => this.write(id, { grants: { [key]: given } }));
      await this.refresh(changed);
    });
  }

  /** Goes back to the version before, after asking. @param to the version that is expected */
  async rollBack(extension: Extension, to: string): Promise<void> {
    const { id, version } = extension.manifest;
    const plugin = titleOf(extension, this.i18n);
    const sure = await this.dialogs.confirm({
      title: 'extensions:roll-back.title',
      text: 'extensions:roll-back.text',
      params: { plugin, version, to },
      confirm: 'extensions:roll-back.confirm',
      width: 480,
    });
    if (!sure) return;
    await this.during(id, async () => {
      const changed = await this.inTurn(id, () =>
        this.http.call(rollBackExtension, { params: { id } }, { handlesErrors: true }),
      );
      await this.refresh(changed);
      this.tell('extensions:roll-back.done', { plugin, from: version, version: changed.manifest.version });
    });
  }

  /** Lets a server half whose routes rest answer again. */
  async retryServer(extension: Extension): Promise<void> {
    const { id } = extension.manifest;
    await this.during(`${id} server`, async () => {
      await this.inTurn(id, () => this.http.call(retryExtension, { params: { id } }, { handlesErrors: true }));
      await this.page.reload(id);
      this.tell('extensions:server.retried', { plugin: titleOf(extension, this.i18n) });
    });
  }

  /** Takes a plugin from outside away, after asking. @returns whether it is gone */
  async remove(extension: Extension): Promise<boolean> {
    const { id } = extension.manifest;
    const plugin = titleOf(extension, this.i18n);
    const sure = await this.dialogs.confirm({
      title: 'extensions:remove.title',
      text: extension.server === null ? 'extensions:remove.text' : 'extensions:remove.text-server',
      params: { plugin, versions: 1 + (extension.installed?.earlier.length ?? 0) },
      confirm: 'extensions:remove.confirm',
      destructive: true,
      width: 520,
    });
    if (!sure) return false;
    return await this.during(id, async () => {
      await this.inTurn(id, () => this.http.call(removeExtension, { params: { id } }, { handlesErrors: true }));
      this.context.store(ExtensionsStore).drop(id);
      this.tell('extensions:remove.done', { plugin });
    });
  }

  /** Shows a plugin as the server has just answered it, on its page too. */
  async refresh(extension: Extension): Promise<void> {
    this.take(extension);
    await this.page.reload(extension.manifest.id);
  }

  private get page(): ExtensionStore {
    return this.context.store(ExtensionStore);
  }

  private write(
    id: string,
    body: { disabled?: boolean; tiers?: Partial<Record<Level, TierChoice>>; grants?: Record<string, boolean> },
  ): Promise<Extension> {
    return this.http.call(changeExtension, { params: { id }, body }, { handlesErrors: true });
  }

  private async inTurn<T>(id: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.queues.get(id) ?? Promise.resolve()).then(run, run);
    this.queues.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.queues.get(id) === turn) this.queues.delete(id);
    }
  }

  /** @returns whether it succeeded; failures are shown */
  private async during(what: string, run: () => Promise<void>): Promise<boolean> {
    if (this.busy.has(what)) return false;
    this.busy.add(what);
    try {
      await run();
      return true;
    } catch (error) {
      this.tellFailure(error, 'extensions:change.failed', {});
      return false;
    } finally {
      runInAction(() => this.busy.delete(what));
    }
  }

  private take(extension: Extension): void {
    this.context.store(ExtensionsStore).take(extension);
    this.page.take(extension);
  }

  private tellTier(changed: Extension, level: Level, before: TierChoice): void {
    const mode = modeOf(changed, level);
    const params = { plugin: titleOf(changed, this.i18n), tier: this.i18n.t(`shell:tier.${level}`) };
    this.tell(`extensions:tier.now-${mode}`, params, () => this.setTier(changed, level, before));
  }

  private tell(key: MessageKey, params: MessageParams, undo?: () => Promise<unknown>): void {
    this.toasts.show({
      kind: 'success',
      key: 'extensions.change',
      text: () => this.i18n.t(key, params),
      ...(undo === undefined
        ? {}
        : {
            duration: UNDO_MILLISECONDS,
            action: { label: this.i18n.t('extensions:undo'), run: () => void undo() },
          }),
    });
  }

  private tellFailure(error: unknown, key: MessageKey, params: MessageParams): void {
    // The plugin has stopped, or the session's failure was already shown.
    if (error instanceof HttpFailure && error.kind === 'cancelled') return;
    const why = failureText(error, this.i18n.t);
    this.toasts.show({
      kind: 'error',
      key: 'extensions.failure',
      text: `${this.i18n.t(key, params)} ${why}`,
      duration: 8_000,
    });
  }
}

function cellOf({ manifest }: Extension, level: Level): string {
  return `${manifest.id}/${level}`;
}

function withoutChoice(extension: Extension, level: Level): Extension {
  return { ...extension, tiers: { ...extension.tiers, [level]: undefined } };
}
