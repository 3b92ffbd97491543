import { z } from 'zod';

// Fields of settings that several platforms have.

export const plainField = (title: string, description?: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ title, ...(description === undefined ? {} : { description }) });

export const secretField = (title: string) => z.string().trim().min(1).max(2_000).meta({ title, secret: true });

/** Where a platform is asked; another one for a sandbox or a proxy. */
export const addressField = (address: string, title: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(address)
    .meta({ title });
