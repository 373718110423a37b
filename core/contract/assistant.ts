// The assistant in the window: what it proposes and why it may not do it alone, what it has done alone, its stop key, and what a
// person lets it do. Nothing here signs: proposals open a sheet.
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { intent } from './forms.ts';
import { live, rowBase } from './live.ts';
import { reasonModel, reasonSource } from './reasons.ts';
import { done, groupAddress, id, instantMs, outcome, words } from './values.ts';

const place = {
  connectionId: id,
  groupId: id,
  missionTitle: z.string(),
  workItemId: id.optional(),
  /** Of the WorkItem; the Mission's own matters have none. */
  title: z.string().optional(),
};

/** A Command that a person could sign. */
const draft = z.object({ words, intent });

export const assistantRow = z.discriminatedUnion('type', [
  rowBase.extend({
    type: z.literal('proposal'),
    ...place,
    /** What it is about: offers, reviews, the term of the Coordinator… */
    area: words,
    draft,
    /** What would follow, each once the one before was accepted. */
    later: z.array(words),
    reasons: z.array(reasonModel),
    /** Why it waits: the matrix, a refusal, or something that is not here. */
    waits: z.enum(['not-allowed', 'refused', 'not-ready']),
    why: z.array(words),
  }),
  rowBase.extend({
    type: z.literal('question'),
    ...place,
    area: words,
    reasons: z.array(reasonModel),
    drafts: z.array(draft),
  }),
  rowBase.extend({
    type: z.literal('act'),
    ...place,
    actionId: id,
    words,
    ruleId: z.string(),
    decidedAtMs: instantMs,
    reasons: z.array(reasonModel),
    /** Its Event, where the log has it. */
    source: reasonSource.optional(),
    /** A note without an Event: it was never signed, or nobody knows yet. */
    isInLog: z.boolean(),
    reversible: z.enum(['by-command', 'by-itself', 'over', 'never']),
    reversibility: words,
  }),
]);

export const assistantSummary = z.object({
  isStopped: z.boolean(),
  stoppedSinceMs: instantMs.optional(),
  proposals: z.int(),
  questions: z.int(),
  acts: z.int(),
  /** How many rules let it sign alone; none: it only proposes. */
  rules: z.int(),
  /** Why it does nothing alone although somebody may have allowed it. */
  faults: z.array(words),
});

const risk = z.enum(['none', 'reversible', 'external', 'high_risk', 'destructive']);

const amounts = z
  .object({
    money: z.number().nonnegative(),
    currency: z.string(),
    modelTokens: z.int().nonnegative(),
    toolCalls: z.int().nonnegative(),
    computeSeconds: z.int().nonnegative(),
    wallClockSeconds: z.int().nonnegative(),
    externalActions: z.int().nonnegative(),
  })
  .partial()
  .strict();

/** A rule as its file has it (schemas/autonomy-matrix.schema.json, which says what is right). */
export const autonomyRule = z.strictObject({
  id: z.string(),
  because: z.string().optional(),
  acts: z.array(z.string()),
  missions: z.array(z.string()),
  withChildren: z.boolean().optional(),
  risk,
  each: amounts.optional(),
  total: amounts.optional(),
  perHour: z.int().optional(),
  until: z.string().optional(),
});

export const autonomyMatrix = z.strictObject({
  autonomy: z.literal(1),
  limits: z.object({ perMinute: z.int(), perHour: z.int(), perDay: z.int() }).partial().strict().optional(),
  rules: z.array(autonomyRule).max(100),
});

/** Where something is wrong: `rules[0].acts[1]`. */
export const matrixFault = z.object({ path: z.string(), words });

export const rankingWeights = z.strictObject({
  deadlineFit: z.int().min(0).max(1000),
  cost: z.int().min(0).max(1000),
  reliability: z.int().min(0).max(1000),
  load: z.int().min(0).max(1000),
  fairness: z.int().min(0).max(1000),
});

export const modelSettings = z.strictObject({
  baseUrl: z.string().max(2_000),
  model: z.string().max(200),
  maxOutputTokens: z.int().optional(),
  timeoutMs: z.int().optional(),
  hasJsonMode: z.boolean().optional(),
  price: z
    .strictObject({
      currency: z.string(),
      perMillionInput: z.number(),
      perMillionOutput: z.number(),
    })
    .optional(),
  /** Words of one's own that never leave this computer. */
  redactedWords: z.array(z.string().max(200)).max(100),
});

export const assistantSettings = z.object({
  matrix: autonomyMatrix,
  /** What is wrong with the file as it is; it then allows nothing. */
  faults: z.array(matrixFault),
  /** Kinds of Commands that a rule may name, as people call them. */
  acts: z.array(z.object({ kind: z.string(), words })),
  missions: z.array(z.object({ missionId: id, title: z.string() })),
  weights: rankingWeights,
  /** Undefined while no model is asked. */
  model: modelSettings.optional(),
  hasModelKey: z.boolean(),
  /** What models were used for each Mission, since the profile began. */
  modelUse: z.array(
    z.object({
      missionTitle: z.string(),
      tokens: z.int(),
      /** In units of the currency; left out where no price is known. */
      cost: z.object({ amount: z.string(), currency: z.string() }).optional(),
    }),
  ),
});

/** In units of the currency. */
const modelCost = z.object({ amount: z.string(), currency: z.string() });

/** Exactly what would be sent, and nothing is. */
export const modelPreview = z.object({
  address: z.string(),
  /** The body of the request, byte for byte. */
  body: z.string(),
  bodyBytes: z.int(),
  redactions: z.array(z.object({ rule: z.string(), count: z.int() })),
  highestTokens: z.int(),
  highestCost: modelCost.optional(),
});

const previewInput = groupAddress.extend({ workItemId: id.optional(), wish: z.string().max(4_000) }).strict();

export const assistantContract = {
  follow: oc.output(live(assistantRow, assistantSummary)),
  /** Counts at once, asks nothing, and outlives a restart. */
  stop: oc.output(done),
  /** On the word of a person only. */
  resume: oc.output(done),
  settings: oc.output(assistantSettings),
  /**
   * Keeps a matrix. What is wrong is said and nothing is kept; what would let the assistant do more than before is kept only
   * when it was confirmed.
   */
  saveMatrix: oc
    .input(z.strictObject({ matrix: autonomyMatrix, isConfirmed: z.boolean() }))
    .output(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('kept') }),
        z.object({ kind: z.literal('faults'), faults: z.array(matrixFault) }),
        z.object({ kind: z.literal('widens'), widenings: z.array(words) }),
      ]),
    ),
  saveWeights: oc.input(rankingWeights).output(done),
  /** Without settings no model is asked. */
  saveModel: oc.input(z.strictObject({ model: modelSettings.optional() })).output(done),
  /** Into the keychain, and nowhere else; an empty one is erased. */
  saveModelKey: oc.input(z.strictObject({ key: z.string().max(8_000) })).output(done),
  /** One small question that holds nothing of any Mission. */
  testModel: oc.output(outcome(z.object({ words, tokens: z.int() }))),
  previewModel: oc.input(previewInput).output(outcome(modelPreview)),
  /** Sends exactly the text of the preview, within the Mission's budget for models. The draft is for a person to read. */
  askModel: oc
    .input(previewInput)
    .output(outcome(z.object({ text: z.string(), tokens: z.int(), cost: modelCost.optional() }))),
};

export type AssistantRow = z.infer<typeof assistantRow>;
export type AssistantSummary = z.infer<typeof assistantSummary>;
export type AssistantSettings = z.infer<typeof assistantSettings>;
export type AutonomyMatrixModel = z.infer<typeof autonomyMatrix>;
export type AutonomyRuleModel = z.infer<typeof autonomyRule>;
export type MatrixFault = z.infer<typeof matrixFault>;
export type ModelSettings = z.infer<typeof modelSettings>;
export type ModelPreview = z.infer<typeof modelPreview>;
export type RankingWeights = z.infer<typeof rankingWeights>;
