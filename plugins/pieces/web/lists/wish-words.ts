/** What a slot may wish for, in the order in which it is shown. */
export const WISHES = ['motion', 'detail', 'speech', 'text'] as const;

/** Each answer to a wish, and its words. */
export const WISH_WORDS = [
  { wish: 'motion', value: 'calm', words: 'pieces:wish.motion-calm' },
  { wish: 'motion', value: 'lively', words: 'pieces:wish.motion-lively' },
  { wish: 'detail', value: 'plain', words: 'pieces:wish.detail-plain' },
  { wish: 'detail', value: 'rich', words: 'pieces:wish.detail-rich' },
  { wish: 'speech', value: 'with', words: 'pieces:wish.speech-with' },
  { wish: 'speech', value: 'without', words: 'pieces:wish.speech-without' },
  { wish: 'text', value: 'with', words: 'pieces:wish.text-with' },
  { wish: 'text', value: 'without', words: 'pieces:wish.text-without' },
] as const;
