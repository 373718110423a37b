// The assistant of a profile: its matrix, notes and stop switch on the disk, the model that it may ask, and the services of its
// screen and settings. What cannot be read never means that something is allowed.
import type {
  AssistantSettings,
  AutonomyMatrixModel,
  MatrixFault,
  ModelPreview,
  ModelSettings,
  RankingWeights,
} from '../contract/assistant.ts';
import type { Fault, Words } from '../contract/values.ts';
import { AutonomyGate } from '../coordinator/assistant/autonomy/gate.ts';
import { listMatrixWidenings } from '../coordinator/assistant/autonomy/matrix-widening.ts';
import type { NoteBook } from '../coordinator/assistant/autonomy/notes.ts';
import { type AutonomyFault, readMatrix } from '../coordinator/assistant/autonomy/read-matrix.ts';
import { StopSwitch } from '../coordinator/assistant/autonomy/stop-switch.ts';
import { DELEGABLE_ACTS } from '../coordinator/assistant/autonomy/acts.ts';
import { describeAutonomyFault } from '../coordinator/assistant/autonomy/words.ts';
import { AssistantDesk } from '../coordinator/desk-runtime/assistant-desk.ts';
import type { DeskRuntime } from '../coordinator/desk-runtime/desk-runtime.ts';
import { assistantSource } from '../coordinator/desk-runtime/rows/assistant-rows.ts';
import { say, textsOf, type Texts } from '../coordinator/desk-runtime/words/texts.ts';
import { SINGLE } from '../domain/world.ts';
import { localCoordinator } from '../coordinator/desk/connection.ts';
import { accept, refuse, type Result } from '../protocol/result.ts';
import { AutonomyNoteFile, readStop, writeStop } from './autonomy-files.ts';
import {
  assistantPathsOf,
  type AssistantPaths,
  type KeptMatrix,
  readKeptMatrix,
  readKeptSettings,
  writePrivate,
} from './desk-assistant-files.ts';
import { DeskModel, type ModelWish } from './desk-model.ts';
import type { AssistantService, Nothing } from './desk-services.ts';
import type { ModelKeyPlace } from './model-key.ts';

export interface DeskAssistantOptions {
  readonly desk: DeskRuntime;
  readonly profileFolder: string;
  readonly isLedElsewhere: (connectionId: string, groupId: string) => boolean;
  /** Where the key for a server is kept. */
  readonly modelKeyAt: (origin: string, path: string) => ModelKeyPlace;
  readonly onFault: (error: unknown) => void;
}

const NO_NOTES: NoteBook = { write: async () => refuse('the notes cannot be read') };

export class DeskAssistant implements AssistantService {
  readonly runtime: AssistantDesk;
  private readonly options: DeskAssistantOptions;
  private readonly paths: AssistantPaths;
  private readonly model: DeskModel;
  private kept: KeptMatrix;
  private weights: RankingWeights | undefined;
  /** Why the notes cannot be used; nothing is signed alone then. */
  private readonly notesProblem: string | undefined;

  private constructor(
    options: DeskAssistantOptions,
    parts: {
      readonly paths: AssistantPaths;
      readonly runtime: AssistantDesk;
      readonly model: DeskModel;
      readonly kept: KeptMatrix;
      readonly weights: RankingWeights | undefined;
      readonly notesProblem: string | undefined;
    },
  ) {
    this.options = options;
    this.paths = parts.paths;
    this.runtime = parts.runtime;
    this.model = parts.model;
    this.kept = parts.kept;
    this.weights = parts.weights;
    this.notesProblem = parts.notesProblem;
  }

  /** With what an earlier run has left. */
  static async open(options: DeskAssistantOptions): Promise<DeskAssistant> {
    const { desk, profileFolder, isLedElsewhere, modelKeyAt, onFault } = options;
    const paths = assistantPathsOf(profileFolder);
    const notes = await AutonomyNoteFile.open(paths.notes);
    const stop = new StopSwitch(notes.ok ? await readStop(paths.stop) : 'unreadable');
    const { book, notes: known } = notes.ok ? notes.value : { book: NO_NOTES, notes: [] };
    const gate = new AutonomyGate(stop, book, known, () => desk.ports.clock.nowMs());
    const kept = await readKeptMatrix(paths.matrix);
    gate.use(kept.matrix);
    const { weights, model: modelSettings } = await readKeptSettings(paths.settings);
    if (weights !== undefined) desk.setRanking({ ...desk.ranking, weights });
    const runtime = new AssistantDesk({ desk, gate, stop, isLedElsewhere });
    const model = await DeskModel.open({
      usePath: paths.modelUse,
      settings: modelSettings,
      keyAt: (origin) => modelKeyAt(origin, paths.modelKey(origin)),
      stop,
      nowMs: () => desk.ports.clock.nowMs(),
      onFault,
    });
    const notesProblem = notes.ok ? undefined : notes.fault;
    return new DeskAssistant(options, { paths, runtime, model, kept, weights, notesProblem });
  }

  start(): void {
    this.runtime.start();
  }

  close(): void {
    this.runtime.end();
  }

  source() {
    return assistantSource(this.options.desk, {
      assistant: this.runtime,
      rules: () => this.kept.matrix.rules.length,
      faults: (texts) => this.faults(texts),
    });
  }

  /** In memory at once; the record on the disk follows. */
  async stop(): Promise<Result<Nothing, Fault>> {
    const { stopSwitch } = this.runtime;
    stopSwitch.stop(this.options.desk.ports.clock.nowMs());
    return this.keepStop();
  }

  async resume(): Promise<Result<Nothing, Fault>> {
    // Without its notes nobody knows what was done: it stays stopped.
    if (this.notesProblem !== undefined) return this.texts.fault('failed');
    const { stopSwitch } = this.runtime;
    stopSwitch.release(this.options.desk.ports.clock.nowMs());
    const written = await this.keepStop();
    // What would be forgotten by a crash is not released.
    if (!written.ok) stopSwitch.stop(this.options.desk.ports.clock.nowMs());
    return written;
  }

  async settings(): Promise<AssistantSettings> {
    const { texts } = this;
    return {
      // The file's own shape: that of the contract.
      matrix: this.kept.file as unknown as AutonomyMatrixModel,
      faults: this.kept.faults.map((fault) => this.faultModel(fault)),
      acts: DELEGABLE_ACTS.map((kind) => ({ kind, words: say(`command.${kind}`, texts.row.commands[kind]) })),
      missions: this.missions(),
      weights: this.weights ?? { ...this.options.desk.ranking.weights },
      ...(this.model.settings === undefined ? {} : { model: this.model.settings }),
      hasModelKey: await this.model.hasKey(),
      modelUse: this.model.use((missionId) => this.titleOf(missionId)),
    };
  }

  async saveMatrix(matrix: AutonomyMatrixModel, isConfirmed: boolean) {
    const read = readMatrix(Buffer.from(JSON.stringify(matrix)), 'json');
    if (!read.ok)
      return { kind: 'faults' as const, faults: read.fault.map((fault) => this.faultModel(fault)) };
    const widenings = listMatrixWidenings(this.kept.matrix, read.value);
    if (widenings.length > 0 && !isConfirmed) {
      const { matrixWidenings } = this.texts.assistant;
      return {
        kind: 'widens' as const,
        widenings: widenings.map((each) =>
          say(`widening.${each.what}`, matrixWidenings[each.what]('ruleId' in each ? each.ruleId : '')),
        ),
      };
    }
    const written = await writePrivate(this.paths.matrix, matrix);
    if (!written.ok) {
      const words = say('matrix.not-kept', written.fault.message);
      return { kind: 'faults' as const, faults: [{ path: '', words }] };
    }
    this.kept = await readKeptMatrix(this.paths.matrix);
    this.runtime.gate.use(this.kept.matrix);
    this.runtime.lookAtAll();
    return { kind: 'kept' as const };
  }

  async saveWeights(weights: RankingWeights): Promise<Result<Nothing, Fault>> {
    const total = Object.values(weights).reduce((sum, each) => sum + each, 0);
    // Without any weight everybody is alike.
    if (total === 0) return this.texts.fault('bad-form');
    const written = await this.keepSettings({ weights, model: this.model.settings });
    if (!written.ok) return written;
    this.weights = weights;
    const { desk } = this.options;
    desk.setRanking({ ...desk.ranking, weights });
    this.runtime.lookAtAll();
    return accept({});
  }

  async saveModel(settings: ModelSettings | undefined): Promise<Result<Nothing, Fault>> {
    const opened = this.model.check(settings);
    if (!opened.ok) return refuse(this.model.endpointFault(opened.fault, this.options.desk.language));
    const written = await this.keepSettings({ weights: this.weights, model: settings });
    if (written.ok) this.model.useSettings(settings);
    return written;
  }

  async saveModelKey(key: string): Promise<Result<Nothing, Fault>> {
    const written = await this.model.saveKey(key);
    if (written === undefined) return this.texts.fault('not-now');
    return written.ok ? accept({}) : this.texts.fault('failed', { detail: written.fault });
  }

  testModel() {
    return this.model.test(this.options.desk.language);
  }

  previewModel(wish: ModelWish & { readonly connectionId: string }): Result<ModelPreview, Fault> {
    const world = this.worldOf(wish.connectionId);
    if (world === undefined) return this.texts.fault('no-connection');
    return this.model.preview(world, wish, this.options.desk.language);
  }

  async askModel(wish: ModelWish & { readonly connectionId: string }) {
    const world = this.worldOf(wish.connectionId);
    if (world === undefined) return this.texts.fault('no-connection');
    return this.model.ask(world, wish, this.options.desk.language);
  }

  private worldOf(connectionId: string) {
    return this.options.desk.connection(connectionId)?.view().world;
  }

  private get texts(): Texts {
    return textsOf(this.options.desk.language);
  }

  private async keepStop(): Promise<Result<Nothing, Fault>> {
    const written = await writeStop(this.paths.stop, this.runtime.stopSwitch.record);
    return written.ok ? accept({}) : this.texts.fault('failed', { detail: written.fault });
  }

  private async keepSettings(value: object): Promise<Result<Nothing, Fault>> {
    const written = await writePrivate(this.paths.settings, value);
    return written.ok ? accept({}) : this.texts.fault('failed', { detail: written.fault.message });
  }

  private faultModel(fault: AutonomyFault): MatrixFault {
    const { wrong, right } = describeAutonomyFault(fault, this.options.desk.language);
    return { path: fault.path, words: say(`matrix.${fault.code}`, `${wrong} ${right}`) };
  }

  private faults({ assistant }: Texts): readonly Words[] {
    const { faults, problem } = this.kept;
    return [
      ...(this.notesProblem === undefined
        ? []
        : [say('assistant.notes', assistant.files.notes(this.notesProblem))]),
      ...(problem === undefined ? [] : [say('assistant.matrix', assistant.files.matrix(problem))]),
      ...(faults.length === 0
        ? []
        : [say('assistant.matrix-faults', assistant.files.matrixFaults(faults.length))]),
    ];
  }

  /** Of Missions whose Coordinator is on this computer. */
  private missions(): AssistantSettings['missions'] {
    return this.options.desk.connections().flatMap((connection) => {
      const view = connection.view();
      return view.groupIds.flatMap((groupId) => {
        const mission = view.world.get('mission', groupId, SINGLE);
        if (mission === undefined || localCoordinator(view, mission) === undefined) return [];
        const { missionId, objective } = mission.document;
        return [{ missionId, title: mission.title ?? objective }];
      });
    });
  }

  private titleOf(missionId: string): string {
    return (
      this.missions().find((each) => each.missionId === missionId)?.title ??
      (missionId === '' ? this.texts.assistant.files.modelTest : missionId)
    );
  }
}
