import { defineEffect } from '@reelport/core/server';
import { z } from 'zod';

/** Lays a colour of the brand over the pictures of a shot. web/draw-tint.ts draws the same in the editor. */
export const TINT = defineEffect({
  name: 'brand-kit.tint',
  version: 1,
  title: 'brand-kit:tint',
  about: 'brand-kit:tint.about',
  params: z.object({
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .default('#ff8a3d')
      .meta({ title: 'brand-kit:tint.color', format: 'color' }),
    amount: z.number().min(0).max(1).default(0.2).meta({ title: 'brand-kit:tint.amount' }),
  }),
  filter({ color, amount }) {
    const [red, green, blue] = [1, 3, 5].map((at) =>
      (Number.parseInt(color.slice(at, at + 2), 16) * amount).toFixed(3),
    );
    const rest = (1 - amount).toFixed(4);
    const mixed = `lutrgb=r=val*${rest}+${red}:g=val*${rest}+${green}:b=val*${rest}+${blue}`;
    return `format=gbrp,${mixed},format=yuv420p`;
  },
  cost: (_params, { width, height, frames }) => frames * width * height * 4e-9,
});
