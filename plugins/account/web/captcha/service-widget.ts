/** What the widget of a captcha service gives for a solved captcha. */
interface SolvedWidget {
  ticket: string;
  randstr: string;
}

/** What the service's script leaves in the window. */
type Widget = new (appId: string, done: (answer: WidgetAnswer) => void, options: object) => { show(): void };
interface WidgetAnswer {
  /** 0: solved; 2: closed by the user. */
  ret: number;
  ticket?: string | null;
  randstr?: string;
}

/**
 * Shows the widget of a captcha service over the page.
 * @returns null when the user closed it
 * @throws Error when its script cannot be loaded
 */
export async function solveWidget(
  { script, appId }: { script: string; appId: string },
  language: string,
): Promise<SolvedWidget | null> {
  const Known = await loadWidget(script);
  return await new Promise((resolve) => {
    const done = ({ ret, ticket, randstr = '' }: WidgetAnswer): void =>
      resolve(ret === 0 && typeof ticket === 'string' ? { ticket, randstr } : null);
    new Known(appId, done, { userLanguage: language === 'zh' ? 'zh-cn' : 'en' }).show();
  });
}

async function loadWidget(address: string): Promise<Widget> {
  const known = widgetOfWindow();
  if (known !== undefined) return known;
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => reject(new Error('the captcha service cannot be reached')));
  document.head.append(script);
  try {
    await promise;
  } finally {
    script.remove();
  }
  return widgetOfWindow() ?? Promise.reject(new Error('the captcha service left no widget'));
}

/** The name is the service's; what has it is a constructor. */
function widgetOfWindow(): Widget | undefined {
  const found: unknown = Reflect.get(globalThis, 'TencentCaptcha');
  return typeof found === 'function' ? (found as Widget) : undefined;
}
