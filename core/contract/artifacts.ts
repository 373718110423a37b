// Artifacts of a Group or of all Groups, where they come from and what they were used for, and their content as plain data:
// whatever shows it treats it as bytes of a stranger.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { live, noSummary, rowBase } from './live.ts';
import { done, groupAddress, id, instantMs, outcome, person, words } from './values.ts';

/** The most that is handed to a window of one content. */
export const MAX_PREVIEW_BYTES = 1_048_576;

/** The most Artifacts that one provenance graph shows. */
export const MAX_PROVENANCE_NODES = 200;

const contentHash = z.string().regex(/^sha256:[0-9a-f]{64}$/u);

const contentVerdict = z.enum(['intact', 'differs', 'unavailable']);

export const artifactRow = rowBase.extend({
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  artifactId: id,
  title: z.string(),
  contentHash: z.string(),
  mediaType: z.string(),
  /** As the manifest says. */
  sizeBytes: z.number(),
  classification: z.enum(['public', 'internal', 'confidential', 'restricted']),
  classificationWords: words,
  /** Its class keeps it from being shown in a window. */
  isPreviewForbidden: z.boolean(),
  producer: person,
  /** The version of the Agent Card by which it was made (ART-005). */
  cardVersion: z.int(),
  workItemId: id.optional(),
  workItemTitle: z.string().optional(),
  publishedAtMs: instantMs,
  content: z.enum(['intact', 'differs', 'unavailable', 'unchecked']),
  contentWords: words,
  /** When it was last compared with its hash; since the start of the host. */
  checkedAtMs: instantMs.optional(),
  isFetching: z.boolean(),
  /** The content lies in this profile. */
  hasCopy: z.boolean(),
  /** Of the manifest: `unknown` while no Registry was read, or it does not know the key, which proves nothing. */
  signature: z.enum(['valid', 'invalid', 'unknown', 'unchecked']),
  signatureWords: words,
  /** In how many submissions it stands, those that were replaced included. */
  submissions: z.int(),
  /** How many Approvals pin exactly this hash. */
  approvals: z.int(),
  /** In a submission or an Approval that stands. */
  isSubmitted: z.boolean(),
  isApproved: z.boolean(),
});

/** One content in a provenance graph: known by its hash, whatever its manifests call it. */
export const provenanceNode = z.object({
  contentHash: z.string(),
  /** Below 0: what it was made from; above 0: what was made from it. */
  level: z.int(),
  title: z.string(),
  /** Undefined for a source that no manifest at this computer describes. */
  address: groupAddress.extend({ artifactId: id }).optional(),
  missionTitle: z.string().optional(),
  producerName: z.string().optional(),
  content: z.enum(['intact', 'differs', 'unavailable', 'unchecked']),
});

export const artifactDetail = artifactRow.extend({
  /** Where it was published: a location, never an identity. */
  uri: z.string(),
  schemaUri: z.string(),
  capabilities: z.array(z.object({ id: z.string(), version: z.string() })),
  toolVersions: z.array(z.object({ name: z.string(), version: z.string() })),
  modelVersions: z.array(z.object({ provider: z.string(), model: z.string(), version: z.string() })),
  /** What was found instead, when the content differed. */
  found: z.object({ contentHash: z.string(), sizeBytes: z.number() }).optional(),
  /** The content has its hash, and the manifest is wrong about how long it is. */
  sizeWarning: words.optional(),
  /** Where its content lies in this profile. */
  copyPath: z.string().optional(),
  keyId: z.string(),
  /** The Event that published it, where this computer has read it. */
  sequence: z.int().optional(),
  /** Further manifests of the same content (ART-010). */
  manifests: z.array(
    groupAddress.extend({ artifactId: id, title: z.string(), publishedAtMs: instantMs, producer: person }),
  ),
  provenance: z.object({
    nodes: z.array(provenanceNode),
    /** From source to derived, by hash. */
    edges: z.array(z.object({ from: z.string(), to: z.string() })),
    /** There is more than is shown. */
    isCut: z.boolean(),
  }),
  submittedIn: z.array(
    groupAddress.extend({
      /** Undefined for the submission of the Mission. */
      workItemId: id.optional(),
      title: z.string(),
      words,
      sequence: z.int().optional(),
      atMs: instantMs.optional(),
      isCurrent: z.boolean(),
    }),
  ),
  approvedBy: z.array(
    groupAddress.extend({
      approvalId: id,
      approver: person,
      words,
      decision: z.enum(['approved', 'changes_requested', 'denied', 'revoked']),
      /** Approved, and nobody has taken it back. */
      isStanding: z.boolean(),
      missionTitle: z.string(),
      missionRevision: z.number(),
      atMs: instantMs,
      sequence: z.int().optional(),
    }),
  ),
  inputOf: z.array(groupAddress.extend({ workItemId: id, title: z.string() })),
  evidence: z.array(
    groupAddress.extend({
      evidenceId: id,
      type: z.string(),
      result: z.enum(['passed', 'failed', 'inconclusive']),
      by: person,
      workItemId: id.optional(),
      atMs: instantMs,
    }),
  ),
});

export const artifactContent = z.object({
  mediaType: z.string(),
  sizeBytes: z.number(),
  /** The first `MAX_PREVIEW_BYTES` of the content, base64. The whole of it was hashed before. */
  base64: z.string(),
  isTruncated: z.boolean(),
});

const contentAddress = groupAddress.extend({ contentHash });
const path = z.string().min(1).max(4_096);
const checked = outcome(z.object({ content: contentVerdict }));

export const artifactsContract = {
  /** Of one Group, or of all that this computer follows. */
  follow: oc
    .input(z.strictObject({ connectionId: id.optional(), groupId: id.optional() }))
    .output(live(artifactRow, noSummary)),
  /** One row, or none where there is no such manifest. */
  detail: oc.input(groupAddress.extend({ artifactId: id }).strict()).output(live(artifactDetail, noSummary)),
  /** Compares the content with its hash: the copy that is kept here, else what the Authority gives. */
  check: oc.input(contentAddress.strict()).output(checked),
  /** As `check`, and keeps a copy in this profile, where the content is what its hash says. */
  fetch: oc.input(contentAddress.strict()).output(checked),
  /** Removes the copy from this profile. */
  forget: oc.input(contentAddress.strict()).output(done),
  /** Compares a file of this computer with the hash, and keeps a copy of it where they agree. */
  attach: oc
    .input(contentAddress.extend({ path }).strict())
    .output(outcome(z.object({ isSame: z.boolean(), foundHash: z.string(), sizeBytes: z.number() }))),
  /** Writes the content into a file; never anything that has another hash. */
  export: oc
    .input(contentAddress.extend({ path: path.optional() }).strict())
    .output(outcome(z.object({ path: z.string(), sizeBytes: z.number() }))),
  /**
   * Writes manifest, verdict, what was found instead, and the right content where it is kept, into a folder for a report.
   * What was found is a file of this computer, or what the Authority gives.
   */
  keepBoth: oc
    .input(contentAddress.extend({ path: path.optional() }).strict())
    .output(outcome(z.object({ folder: z.string(), files: z.array(z.string()) }))),
  /** Only what has the hash, and whose class allows it, comes out. */
  read: oc
    .input(contentAddress.extend({ limitBytes: z.int().min(1).max(MAX_PREVIEW_BYTES) }).strict())
    .output(outcome(artifactContent)),
};

export type ArtifactRow = z.infer<typeof artifactRow>;
export type ArtifactDetail = z.infer<typeof artifactDetail>;
export type ProvenanceNode = z.infer<typeof provenanceNode>;
export type ArtifactContent = z.infer<typeof artifactContent>;
