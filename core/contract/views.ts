// Views of places that a person has saved on this computer.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { done } from './values.ts';
import { MAX_VIEW_NAME, MAX_VIEW_PART, VIEW_PARTS, VIEW_PLACES } from './view-text.ts';

const viewName = z.string().trim().min(1).max(MAX_VIEW_NAME);

export const placeView = z
  .object({
    name: viewName,
    place: z.enum(VIEW_PLACES),
    values: z.record(z.string().max(40), z.string().max(MAX_VIEW_PART)),
  })
  .refine(({ place, values }) =>
    Object.keys(values).every((part) => (VIEW_PARTS[place] as readonly string[]).includes(part)),
  );

export const placeViews = z.array(placeView);

export const viewsContract = {
  /** All of them, by name. */
  list: oc.output(z.object({ views: placeViews })),
  /** One of the same place and name is replaced. */
  save: oc.input(placeView).output(done),
  remove: oc.input(z.strictObject({ place: z.enum(VIEW_PLACES), name: viewName })).output(done),
};
