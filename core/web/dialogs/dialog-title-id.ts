import { createContext } from 'react';

/** The id that the title of the surrounding dialog has to bear, so that it names the dialog. */
export const DialogTitleId = createContext<string | undefined>(undefined);
