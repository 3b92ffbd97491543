/** Asks an anonymous visitor to log in on a page for members. */
export interface LoginPrompt {
  /** Shows the login dialog. */
  now(): void;
  /** Shows it after this many milliseconds, unless the page is public by then or somebody has logged in. */
  after(milliseconds: number): void;
  /** Cancels a pending `after`. */
  cancel(): void;
}

export interface LoginPromptDependencies {
  showLogin(): void;
  isLoggedIn(): boolean;
  /** Whether the current page needs no login. */
  isPublicPage(): boolean;
}

/** Creates the {@link LoginPrompt}; however many calls fail at once, it asks once. */
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
