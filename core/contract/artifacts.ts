// Artifacts of a Group, and their content as plain data: whatever shows it treats it as bytes of a stranger.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { groupAddress, id, instantMs, outcome, person, words } from './values.ts';

/** The most that is handed to a window of one content. */
export const MAX_PREVIEW_BYTES = 1_048_576;

const contentHash = z.string().regex(/^sha256:[0-9a-f]{64}$/u);

export const artifactRow = rowBase.extend({
  artifactId: id,
  title: z.string(),
  contentHash: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number(),
  classification: z.string().optional(),
  producer: person,
  workItemId: id.optional(),
  workItemTitle: z.string().optional(),
  publishedAtMs: instantMs,
  content: z.enum(['intact', 'differs', 'unavailable', 'unchecked']),
  contentWords: words,
  /** In a submission or an Approval. */
  isSubmitted: z.boolean(),
  isApproved: z.boolean(),
});

export const artifactContent = z.object({
  mediaType: z.string(),
  sizeBytes: z.number(),
  /** The first `MAX_PREVIEW_BYTES` of the content, base64. The whole of it was hashed before. */
  base64: z.string(),
  isTruncated: z.boolean(),
});

const contentAddress = groupAddress.extend({ contentHash });

export const artifactsContract = {
  follow: oc.input(groupAddress.strict()).output(live(artifactRow, noSummary)),
  /** Fetches it where that has not been done, and compares it with its hash. */
  check: oc
    .input(contentAddress.strict())
    .output(outcome(z.object({ content: z.enum(['intact', 'differs', 'unavailable']) }))),
  /** Only what has the hash comes out. */
  read: oc
    .input(contentAddress.extend({ limitBytes: z.int().min(1).max(MAX_PREVIEW_BYTES) }).strict())
    .output(outcome(artifactContent)),
};

export type ArtifactRow = z.infer<typeof artifactRow>;
export type ArtifactContent = z.infer<typeof artifactContent>;
