// The language model that the assistant of a profile may ask: settings, its key, what exactly would be sent, one small test, and what
// it has cost so far. Nothing of the product rests on it.
import type { ModelPreview, ModelSettings } from '../contract/assistant.ts';
import type { Fault, Language } from '../contract/values.ts';
import type { StopSwitch } from '../coordinator/assistant/autonomy/stop-switch.ts';
import {
  type ModelAllowance,
  type ModelCost,
  MissionModelBudget,
} from '../coordinator/assistant/model/cost.ts';
import {
  type EndpointFault,
  type ModelEndpoint,
  type ModelEndpointSettings,
  openModelEndpoint,
} from '../coordinator/assistant/model/endpoint.ts';
import type { ModelFault } from '../coordinator/assistant/model/model-fault.ts';
import type { QuotedField } from '../coordinator/assistant/model/prompt.ts';
import { DEFAULT_REDACTION } from '../coordinator/assistant/model/redaction.ts';
import { composeRequest, type ModelRequest } from '../coordinator/assistant/model/request.ts';
import { describeEndpointFault, describeModelFault } from '../coordinator/assistant/model/words.ts';
import { moneyText } from '../coordinator/desk-runtime/rows/row-context.ts';
import { say, textsOf } from '../coordinator/desk-runtime/words/texts.ts';
import { limitsOf, NO_USAGE } from '../domain/budget.ts';
import { SINGLE, type World } from '../domain/world.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { SerialQueue } from '../store/serial-queue.ts';
import { type ModelUse, readModelUse, writePrivate } from './desk-assistant-files.ts';
import { ModelEndpointClient } from './model-endpoint.ts';
import type { ModelKeyPlace } from './model-key.ts';

export interface DeskModelOptions {
  readonly usePath: string;
  readonly settings: ModelSettings | undefined;
  readonly keyAt: (origin: string) => ModelKeyPlace;
  readonly stop: StopSwitch;
  readonly nowMs: () => number;
  readonly onFault: (error: unknown) => void;
}

/** What a model is asked about, and for what. */
export interface ModelWish {
  readonly groupId: string;
  readonly workItemId?: string | undefined;
  readonly wish: string;
}

/** What a test may take: a sentence and its answer. */
const TEST_TOKENS = 20_000;
const TEST_MICROUNITS = 1_000_000;
/** What is asked in no Mission stands under this name. */
const NO_MISSION = '';

export class DeskModel {
  private readonly options: DeskModelOptions;
  private used: ModelUse;
  /** One after another, so that the newest count is what stays. */
  private readonly writes = new SerialQueue();
  private current: ModelSettings | undefined;
  private client: ModelEndpointClient | undefined;
  private endpoint: ModelEndpoint | undefined;

  private constructor(options: DeskModelOptions, used: ModelUse) {
    this.options = options;
    this.used = used;
    this.useSettings(options.settings);
  }

  static async open(options: DeskModelOptions): Promise<DeskModel> {
    return new DeskModel(options, await readModelUse(options.usePath));
  }

  get settings(): ModelSettings | undefined {
    return this.current;
  }

  check(settings: ModelSettings | undefined): Result<ModelEndpoint | undefined, EndpointFault> {
    return settings === undefined ? accept(undefined) : openModelEndpoint(endpointSettings(settings));
  }

  useSettings(settings: ModelSettings | undefined): void {
    const opened = this.check(settings);
    this.current = settings;
    this.endpoint = opened.ok ? opened.value : undefined;
    const { endpoint } = this;
    this.client =
      endpoint === undefined
        ? undefined
        : new ModelEndpointClient(endpoint, {
            readKey: () => this.options.keyAt(endpoint.origin).read(),
            nowMs: this.options.nowMs,
          });
  }

  async hasKey(): Promise<boolean> {
    if (this.endpoint === undefined) return false;
    const key = await this.options.keyAt(this.endpoint.origin).read();
    return key.ok && key.value !== undefined;
  }

  /** Undefined while there is no server that it could be for. */
  async saveKey(key: string): Promise<Result<void, string> | undefined> {
    if (this.endpoint === undefined) return undefined;
    const place = this.options.keyAt(this.endpoint.origin);
    return key.trim() === '' ? place.erase() : place.write(key.trim());
  }

  /** What models were used, by Mission. */
  use(titleOf: (missionId: string) => string) {
    return [...this.used].map(([missionId, cost]) => {
      const row = { missionTitle: titleOf(missionId), tokens: cost.tokens };
      const money = moneyOf(cost);
      return money === undefined ? row : Object.assign(row, { cost: money });
    });
  }

  /** One small question that holds nothing of any Mission. */
  async test(language: Language): Promise<Result<{ words: Fault['words']; tokens: number }, Fault>> {
    const { client, endpoint, options } = this;
    if (client === undefined || endpoint === undefined) return textsOf(language).fault('not-now');
    const wish = 'Write one short sentence that says that you can be reached.';
    const request = composeRequest(
      endpoint,
      { kind: 'text', language, wish, material: [] },
      DEFAULT_REDACTION,
    );
    if (!request.ok) return refuse(modelFault(request.fault, language));
    const currency = endpoint.price?.currency;
    const budget = new MissionModelBudget(
      () => ({ tokens: TEST_TOKENS, microunits: TEST_MICROUNITS, currency }),
      { tokens: 0, microunits: 0 },
      (cost) => this.noteUse(NO_MISSION, cost),
    );
    const answer = await client.ask(request.value, { budget, signal: options.stop.signal });
    if (!answer.ok) return refuse(modelFault(answer.fault, language));
    const { tokens } = answer.value.cost;
    const text = textsOf(language).assistant.files.modelAnswered(endpoint.model, tokens);
    return accept({ words: say('model.answered', text, { tokens }), tokens });
  }

  /** The exact text of a request about a Mission or one of its items; nothing is sent. */
  preview(world: World, about: ModelWish, language: Language): Result<ModelPreview, Fault> {
    const { endpoint } = this;
    const request = this.compose(world, about, language);
    if (!request.ok) return request;
    if (endpoint === undefined) return textsOf(language).fault('not-now');
    const { body, bodyBytes, redactions, highestCost } = request.value;
    const money = moneyOf(highestCost);
    return accept({
      address: `${endpoint.origin}${endpoint.path}`,
      body,
      bodyBytes,
      redactions: [...redactions].map(([rule, count]) => ({ rule, count })),
      highestTokens: highestCost.tokens,
      ...(money === undefined ? {} : { highestCost: money }),
    });
  }

  /** Sends that very text, within what the Mission has left for models, and answers with a draft for a person to read. */
  async ask(
    world: World,
    about: ModelWish,
    language: Language,
  ): Promise<Result<{ text: string; tokens: number; cost?: { amount: string; currency: string } }, Fault>> {
    const request = this.compose(world, about, language);
    if (!request.ok) return request;
    const mission = world.get('mission', about.groupId, SINGLE)?.document;
    if (mission === undefined || this.client === undefined) return textsOf(language).fault('not-now');
    const { missionId } = mission;
    const spent = this.used.get(missionId) ?? { tokens: 0, microunits: 0 };
    const budget = new MissionModelBudget(
      () => allowanceOf(world, about.groupId),
      spent,
      (cost) => this.noteUse(missionId, cost),
    );
    const answer = await this.client.ask(request.value, { budget, signal: this.options.stop.signal });
    if (!answer.ok) return refuse(modelFault(answer.fault, language));
    const { draft, cost } = answer.value;
    const money = moneyOf(cost);
    const text = draft.kind === 'text' ? draft.value.text : JSON.stringify(draft.value, undefined, 2);
    return accept({ text, tokens: cost.tokens, ...(money === undefined ? {} : { cost: money }) });
  }

  private compose(
    world: World,
    { groupId, workItemId, wish }: ModelWish,
    language: Language,
  ): Result<ModelRequest, Fault> {
    const { endpoint, current } = this;
    if (endpoint === undefined) return textsOf(language).fault('not-now');
    const task = {
      kind: workItemId === undefined ? ('text' as const) : ('contract' as const),
      language,
      wish,
      material: materialOf(world, groupId, workItemId),
    };
    const rules = { ...DEFAULT_REDACTION, words: current?.redactedWords ?? [] };
    const request = composeRequest(endpoint, task, rules);
    return request.ok ? request : refuse(modelFault(request.fault, language));
  }

  endpointFault(fault: EndpointFault, language: Language): Fault {
    return { code: fault, words: say(`model.${fault}`, describeEndpointFault(fault, language)) };
  }

  private noteUse(missionId: string, cost: ModelCost): void {
    const before = this.used.get(missionId);
    const sum = {
      tokens: (before?.tokens ?? 0) + cost.tokens,
      microunits: (before?.microunits ?? 0) + cost.microunits,
      currency: cost.currency ?? before?.currency,
    };
    this.used = new Map(this.used).set(missionId, sum);
    const kept = Object.fromEntries(this.used);
    this.writes
      .run(async () => {
        const written = await writePrivate(this.options.usePath, kept);
        if (!written.ok) this.options.onFault(new Error(written.fault.message));
      })
      .catch(this.options.onFault);
  }
}

function endpointSettings({
  baseUrl,
  model,
  maxOutputTokens,
  timeoutMs,
  hasJsonMode,
  price,
}: ModelSettings): ModelEndpointSettings {
  return {
    baseUrl,
    model,
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(hasJsonMode === undefined ? {} : { hasJsonMode }),
    ...(price === undefined ? {} : { price }),
  };
}

/** What the Mission has left of tokens and money: its ledger counts what Workers have used, this computer what it has asked. */
function allowanceOf(world: World, groupId: string): ModelAllowance {
  const mission = world.get('mission', groupId, SINGLE)?.document;
  const limits = mission === undefined ? undefined : limitsOf(mission.budget);
  if (mission === undefined || limits === undefined) return { tokens: 0, microunits: 0, currency: undefined };
  const usage = world.get('account', groupId, mission.missionId)?.usage ?? NO_USAGE;
  return {
    tokens: Math.max(0, limits.modelTokens - usage.modelTokens),
    microunits: Math.max(0, limits.financialMicrounits - usage.financialMicrounits),
    currency: mission.budget.currency,
  };
}

function modelFault(fault: ModelFault, language: Language): Fault {
  return { code: fault.code, words: say(`model.${fault.code}`, describeModelFault(fault, language)) };
}

function moneyOf({ microunits, currency }: ModelCost): { amount: string; currency: string } | undefined {
  return currency === undefined ? undefined : { amount: moneyText(microunits), currency };
}

/** What a request about a Mission or an item would quote; contents of Artifacts are no part of it. */
function materialOf(world: World, groupId: string, workItemId: string | undefined): readonly QuotedField[] {
  const mission = world.get('mission', groupId, SINGLE);
  const contract =
    workItemId === undefined ? undefined : world.get('workItem', groupId, workItemId)?.document.contract;
  return [
    ...(mission === undefined
      ? []
      : [{ kind: 'objective' as const, source: groupId, text: mission.document.objective }]),
    ...(contract === undefined || workItemId === undefined
      ? []
      : [
          {
            kind: 'contract' as const,
            source: workItemId,
            text: JSON.stringify({
              goal: contract.goal,
              businessImpact: contract.businessImpact,
              criteria: contract.acceptanceCriteria,
            }),
          },
        ]),
  ];
}
