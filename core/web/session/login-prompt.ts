/** Asks an anonymous visitor of a page for members to log in. */
export interface LoginPrompt {
  /** Shows the login dialog. */
  now(): void;
  /** Shows it in so many milliseconds, unless the page is public by then or somebody is logged in. */
  after(milliseconds: number): void;
  /** Takes back what `after` would do. */
  cancel(): void;
}

export interface LoginPromptDependencies {
  showLogin(): void;
  isLoggedIn(): boolean;
  /** Whether the page that is shown needs no login. */
  isPublicPage(): boolean;
}

/** Makes the {@link LoginPrompt}; however many calls fail at once, it asks once. */
export function createLoginPrompt({ showLogin, isLoggedIn, isPublicPage }: LoginPromptDependencies): LoginPrompt {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel() {
    clearTimeout(timer);
    timer = undefined;
  }

  return {
    now() {
      cancel();
      showLogin();
    },
    after(milliseconds) {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (!isLoggedIn() && !isPublicPage()) showLogin();
      }, milliseconds);
    },
    cancel,
  };
}
