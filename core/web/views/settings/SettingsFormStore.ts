import { compareStructural, observable, runInAction } from 'mobx';

import type { SettingsField } from '#core/contract/settings-fields.ts';

import { HttpFailure } from '#core/web/http/http.ts';
import type { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whether a field has been saved. */
export type FieldState = { name: 'saving' } | { name: 'saved' } | { name: 'refused'; error: unknown };

/** The values of a settings form; each field is saved separately when the user leaves it. Observable. */
export class SettingsFormStore {
  /** Edits that have not been saved yet. */
  readonly drafts = observable.map<string, unknown>([], { deep: false });
  readonly states = observable.map<string, FieldState>([], { deep: false });

  /** Values being saved; undefined for the default. */
  private readonly sent = observable.map<string, { value: unknown }>([], { deep: false });
  /** Writes are sent one after another, so that the last one wins. */
  private tail: Promise<void> = Promise.resolve();

  /**
   * @param values the values that are set
   * @param write sets the given values, null for the default, and returns all that are set. Throws an HttpFailure
   */
  constructor(
    readonly values: LiveValue<Values>,
    private readonly write: (changes: Values) => Promise<Values>,
  ) {
    observableStore(this);
  }

  /** The value to show in the field. */
  shown(field: SettingsField): unknown {
    return this.drafts.has(field.key) ? this.drafts.get(field.key) : this.kept(field);
  }

  /** Whether it has been set to something other than its default. */
  isSet({ key }: SettingsField): boolean {
    const sent = this.sent.get(key);
    return sent === undefined ? this.values.value?.[key] !== undefined : sent.value !== undefined;
  }

  /** Records an edit. */
  draft({ key }: SettingsField, value: unknown): void {
    this.drafts.set(key, value);
    if (this.states.get(key)?.name !== 'saving') this.states.delete(key);
  }

  /** Discards an edit. */
  giveUp({ key }: SettingsField): void {
    this.drafts.delete(key);
    if (this.states.get(key)?.name === 'refused') this.states.delete(key);
  }

  /** Saves an edit that changed something. */
  async commit(field: SettingsField): Promise<void> {
    if (this.drafts.has(field.key)) await this.set(field, this.drafts.get(field.key), true);
  }

  /**
   * Saves a value; the default is saved as not set.
   * @param staysWritten whether a rejected value stays in the field, to be corrected
   */
  async set(field: SettingsField, value: unknown, staysWritten = false): Promise<void> {
    const isStandard = value === undefined || compareStructural(value, field.standard);
    const isKept = isStandard ? !this.isSet(field) : compareStructural(value, this.kept(field));
    if (isKept) this.giveUp(field);
    else await this.send(field, isStandard ? undefined : value, staysWritten);
  }

  async reset(field: SettingsField): Promise<void> {
    this.drafts.delete(field.key);
    await this.send(field, undefined, false);
  }

  private kept({ key, standard }: SettingsField): unknown {
    const sent = this.sent.get(key);
    return (sent === undefined ? this.values.value?.[key] : sent.value) ?? standard;
  }

  private async send({ key }: SettingsField, value: unknown, staysWritten: boolean): Promise<void> {
    const sent = { value };
    const draft = this.drafts.get(key);
    this.sent.set(key, sent);
    this.states.set(key, { name: 'saving' });
    const before = this.tail;
    const done = (async () => {
      await before;
      try {
        const values = await this.write({ [key]: value ?? null });
        runInAction(() => {
          this.values.put(values);
          // Keep what was typed in the meantime.
          if (this.drafts.get(key) === draft) this.drafts.delete(key);
          if (this.sent.get(key) === sent) this.states.set(key, { name: 'saved' });
        });
      } catch (error) {
        runInAction(() => {
          if (!staysWritten && this.drafts.get(key) === draft) this.drafts.delete(key);
          if (this.sent.get(key) === sent) this.states.set(key, { name: 'refused', error });
        });
      } finally {
        runInAction(() => {
          if (this.sent.get(key) === sent) this.sent.delete(key);
        });
      }
    })();
    this.tail = done;
    await done;
  }
}

/** What the server's error says about a field; undefined when it does not mention the field. */
export function faultOfField(error: unknown, key: string): string | undefined {
  const data = error instanceof HttpFailure ? error.data : undefined;
  const fields: unknown = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : undefined;
  if (!Array.isArray(fields)) return undefined;
  const path = `body.values.${key}`;
  const own = fields.find(
    (fault: unknown): fault is { message: string } =>
      typeof fault === 'object' &&
      fault !== null &&
      'field' in fault &&
      (fault.field === path || String(fault.field).startsWith(`${path}.`)) &&
      'message' in fault &&
      typeof fault.message === 'string',
  );
  return own?.message;
}
