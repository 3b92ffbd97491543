import { runInAction } from 'mobx';

import { fieldsOf, type SettingsField } from '#core/contract/settings-fields.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observableStore } from '#core/web/observable-store.ts';

import { readTryOut, tryService, type Service, type TryOutResult } from '#plugins/providers/calls.ts';

/** The adapter that is being tried: what that takes, and what came of it. */
export class TryOutStore {
  private of: { kind: Service['kind']; id: string } | null = null;
  fields: readonly SettingsField[] | null = null;
  values: Readonly<Record<string, string>> = {};
  result: TryOutResult | null = null;
  /** The picture in base64 that the result is about; null for one without. */
  tried: string | null = null;
  /** Why there is no result, as a sentence. */
  trouble: string | null = null;
  busy = false;

  constructor(
    private readonly http: Http,
    private readonly i18n: Pick<I18n, 't'>,
  ) {
    observableStore(this);
  }

  isOf(kind: Service['kind'], id: string): boolean {
    return this.of?.kind === kind && this.of.id === id;
  }

  /** Asks what trying an adapter takes. */
  async open(kind: Service['kind'], id: string): Promise<void> {
    const of = { kind, id };
    Object.assign(this, { of, fields: null, values: {}, result: null, trouble: null });
    try {
      const { shape } = await this.http.call(readTryOut, { params: of }, { handlesErrors: true });
      const fields = fieldsOf(shape);
      runInAction(() => {
        if (this.of !== of) return;
        this.fields = fields;
        const first = fields.flatMap(({ key, choices }) =>
          choices?.[0] === undefined ? [] : [[key, choices[0].value]],
        );
        this.values = Object.fromEntries(first) as Record<string, string>;
      });
    } catch (error) {
      runInAction(() => {
        if (this.of === of) this.trouble = failureText(error, this.i18n.t);
      });
    }
  }

  /** Whether everything that it is tried with is there. */
  get isWhole(): boolean {
    return this.fields?.every(({ key }) => (this.values[key] ?? '').trim() !== '') ?? false;
  }

  type(key: string, value: string): void {
    this.values = { ...this.values, [key]: value };
  }

  /** Uses the service once. */
  async run(): Promise<void> {
    const { of } = this;
    if (of === null || this.busy) return;
    Object.assign(this, { busy: true, result: null, trouble: null });
    const body = { values: { ...this.values } };
    try {
      const result = await this.http.call(tryService, { params: of, body }, { handlesErrors: true });
      runInAction(() => {
        if (this.of !== of) return;
        const picture = this.fields?.find(({ isPicture }) => isPicture === true)?.key;
        this.tried = picture === undefined ? null : (body.values[picture] ?? null);
        this.result = result;
      });
    } catch (error) {
      runInAction(() => {
        if (this.of === of) this.trouble = failureText(error, this.i18n.t);
      });
    } finally {
      runInAction(() => (this.busy = false));
    }
  }
}
